import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ListPage } from './api.ts';
import { FIRST_PLACE, isUnbroken, nextPlace, type PageChain, type PagePlace, totalOf } from './use-api.ts';

it('notices rows that were added to a dropped page, and is whole again after a refetch', async () => {
  let rows = [10, 20, 30, 40, 50, 60];
  /** Pages of two rows, from a server whose cursor is the last row. */
  const pageAfter = (cursor: string | null): ListPage => {
    const from = cursor === null ? 0 : rows.filter((row) => row <= Number(cursor)).length;
    const items = rows.slice(from, from + 2);
    const nextCursor = from + 2 >= rows.length ? null : String(items.at(-1));
    return { items, nextCursor, total: cursor === null ? rows.length : null };
  };
  const observer = new InfiniteQueryObserver<ListPage, Error, PageChain, string[], PagePlace>(new QueryClient(), {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => pageAfter(pageParam.cursor),
    initialPageParam: FIRST_PLACE,
    getNextPageParam: (page, _pages, place) => nextPlace(page, place),
    getPreviousPageParam: (_page, _pages, place) => place.previous,
    maxPages: 2,
    retry: false,
  });
  const shown = ({ data }: { data: PageChain | undefined }) =>
    data && [data.pages.flatMap(({ items }) => items), data.pageParams[0]?.index, totalOf(data), isUnbroken(data)];
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  rows = [10, 15, 20, 30, 40, 50, 60];
  expect(shown(await observer.fetchPreviousPage())).toEqual([[10, 15, 30, 40], 0, 7, false]);
  expect(shown(await observer.refetch())).toEqual([[10, 15, 20, 30], 0, 7, true]);
});
