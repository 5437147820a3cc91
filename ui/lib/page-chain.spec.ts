import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ListPage } from './api.ts';
import { FIRST_PLACE, isUnbroken, nextPlace, type PageChain, type PagePlace, totalOf } from './use-api.ts';

/** Pages of two rows, from a server whose cursor is the last row. */
const pageAfter = (rows: readonly number[], cursor: string | null): ListPage => {
  const from = cursor === null ? 0 : rows.filter((row) => row <= Number(cursor)).length;
  const items = rows.slice(from, from + 2);
  const isLast = from + 2 >= rows.length;
  return { items, nextCursor: isLast ? null : String(items.at(-1)), total: cursor === null ? rows.length : null };
};

function chainOf(rows: () => readonly number[]) {
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver<ListPage, Error, PageChain, string[], PagePlace>(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => pageAfter(rows(), pageParam.cursor),
    initialPageParam: FIRST_PLACE,
    getNextPageParam: (page, _pages, place) => nextPlace(page, place),
    getPreviousPageParam: (_page, _pages, place) => place.previous,
    maxPages: 2,
    retry: false,
  });
  return observer;
}

const shown = ({ data }: { data: PageChain | undefined }) => ({
  first: data?.pageParams[0]?.index,
  items: data?.pages.flatMap(({ items }) => items),
  total: data && totalOf(data),
  isUnbroken: data && isUnbroken(data),
});

it('notices rows that were added to a dropped page, and is whole again after a refetch', async () => {
  let rows = [10, 20, 30, 40, 50, 60];
  const observer = chainOf(() => rows);
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  rows = [10, 15, 20, 30, 40, 50, 60];
  expect(shown(await observer.fetchPreviousPage())).toMatchObject({ items: [10, 15, 30, 40], isUnbroken: false });
  expect(shown(await observer.refetch())).toEqual({ first: 0, items: [10, 15, 20, 30], total: 7, isUnbroken: true });
});
