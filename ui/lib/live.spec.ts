import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPage } from './api.ts';
import { type LiveChanges, refreshOnChanges } from './live.ts';
import { FIRST_PLACE, nextPlace, type PagePlace, urlOfKey } from './use-api.ts';

const LEDGER = ['/api', 'distributors', 'me', 'ledger'];
const PATH = LEDGER.join('/');

interface Row {
  readonly id: string;
  readonly amount: number;
}
/** What the server has, newest first. */
let stored: Row[];
let requests: string[];
let page: EventTarget & { visibilityState: string };
let client: QueryClient;
let changes: LiveChanges;
let unsubscribe: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  stored = [];
  requests = [];
  unsubscribe = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { lang: 'en' } });
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.replace(PATH, ''));
    return answer(new URL(url, 'http://localhost'));
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  changes = refreshOnChanges(client);
});
afterEach(() => {
  changes.close();
  for (const end of unsubscribe) end();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answer({ searchParams }: URL): Response {
  const ids = searchParams.get('ids')?.split(',');
  const matching = stored.filter(({ id }) => ids?.includes(id) ?? true);
  if (searchParams.get('sort') === 'oldest') matching.reverse();
  const from = Number(searchParams.get('cursor') ?? 0);
  const end = from + Number(searchParams.get('limit') ?? 200);
  const headers = new Headers({ 'X-Total-Count': String(matching.length) });
  if (end < matching.length) headers.set('X-Next-Cursor', String(end));
  return new Response(JSON.stringify(matching.slice(from, end)), { headers });
}

const row = (n: number, amount = n): Row => ({ id: `row ${n}`, amount });

async function openList(pages: number, query = '?limit=20') {
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [...LEDGER, query],
    queryFn: ({ queryKey, pageParam }) => getPage(urlOfKey(queryKey), pageParam.cursor),
    initialPageParam: FIRST_PLACE,
    getNextPageParam: (page, _pages, place: PagePlace) => nextPlace(page, place),
  });
  unsubscribe.push(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true), { timeout: 20_000 });
  for (let n = 1; n < pages; n += 1) await observer.fetchNextPage();
  requests = [];
  return {
    rows: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items) as typeof stored,
    total: () => observer.getCurrentResult().data?.pages[0]?.total,
  };
}
/** Lets a refresh end, and the next one begin at once. */
const pause = () => vi.advanceTimersByTimeAsync(1_000);
function change(...ids: string[]) {
  changes.take({ keys: [LEDGER], ids: { [PATH]: ids } });
  return pause();
}

/** Newest first, and numbered down to 1. */
const hundred = (make: (n: number) => Row = row) => Array.from({ length: 100 }, (_, n) => make(100 - n));

it('a list of three loaded pages: a changed row is read alone; a new row is on top; one that no longer matches is dropped', async () => {
  stored = hundred();
  const list = await openList(3);
  stored[45] = row(55, 7);
  await change('row 55');
  expect(requests).toEqual(['?limit=1&ids=row+55']);
  expect([list.rows(), list.total()]).toEqual([stored.slice(0, 60), 100]);
  requests = [];
  stored.unshift(row(101));
  await change('row 101');
  expect(requests).toEqual(['?limit=10']);
  expect([list.rows(), list.total()]).toEqual([stored.slice(0, 61), 101]);
  stored.splice(2, 1);
  await change('row 99');
  expect([list.rows(), list.total()]).toEqual([stored.slice(0, 60), 100]);
});

it('a list is read again when more rows are new than its top shows, and when any of its rows may have changed', async () => {
  stored = hundred();
  const list = await openList(3);
  stored.unshift(...Array.from({ length: 30 }, (_, n) => row(130 - n)));
  await change(...stored.slice(0, 30).map(({ id }) => id));
  expect(list.rows()).toEqual(stored.slice(0, 60));
  requests = [];
  changes.take({ keys: [LEDGER] });
  await pause();
  expect(requests).toHaveLength(3);
});

it('a list is read again on reconnection after a changed row could not be read', async () => {
  stored = hundred();
  const list = await openList(3);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  stored.unshift(row(101));
  await change('row 101');
  vi.stubGlobal('fetch', fetch);
  await client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  expect(list.rows()).toEqual(stored.slice(0, 60));
});

it('a list in another order shows a new row in its place', async () => {
  stored = hundred();
  const list = await openList(4, '?limit=30&sort=oldest');
  stored.unshift(row(101));
  await change('row 101');
  expect(list.rows()).toEqual(stored.toReversed());
});

it('rows in the order of their trees are read alone when counters change, all again when one was added below a loaded one, or a root', async () => {
  const node = (n: number, childCount = 0) => ({ ...row(n), path: null, childCount });
  stored = hundred(node);
  const list = await openList(2);
  stored[3] = { ...node(97), amount: 5 };
  await change('row 97', 'row 7');
  expect(requests).toEqual(['?limit=1&ids=row+97', '?limit=1']);
  expect(list.rows()).toEqual(stored.slice(0, 40));
  stored.splice(3, 1, node(97, 1), node(101));
  await change('row 97', 'row 101');
  expect(list.rows()).toEqual(stored.slice(0, 40));
  stored.unshift(node(102));
  await change('row 102');
  expect(list.rows()).toEqual(stored.slice(0, 40));
});

it('refreshes at most once a second, not before the last refresh has ended, and not while the page is hidden', async () => {
  let end: () => void = () => {};
  const queryFn = vi.fn(() => new Promise<string>((resolve) => (end = () => resolve('read'))));
  unsubscribe.push(new QueryObserver(client, { queryKey: LEDGER, queryFn }).subscribe(() => {}));
  end();
  await pause();
  for (let n = 0; n < 20; n += 1) {
    changes.take({ keys: [LEDGER] });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(queryFn).toHaveBeenCalledTimes(2);
  end();
  await pause();
  expect(queryFn).toHaveBeenCalledTimes(3);
  changes.take({ keys: [LEDGER] });
  page.visibilityState = 'hidden';
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  changes.take({ keys: [LEDGER] });
  expect(queryFn).toHaveBeenCalledTimes(3);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pause();
  expect(queryFn).toHaveBeenCalledTimes(4);
  end();
  await pause();
  expect(queryFn).toHaveBeenCalledTimes(4);
});
