import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPage } from './api.ts';
import { type LiveChanges, refreshOnChanges } from './live.ts';
import { FIRST_PLACE, nextPlace, type PagePlace, urlOfKey } from './use-api.ts';

const LEDGER = ['/api', 'distributors', 'me', 'ledger'];
const PATH = LEDGER.join('/');

/** What the server has, newest first. */
let stored: { id: string; amount: number }[];
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

const row = (n: number, amount = n) => ({ id: `row ${n}`, amount });

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
/** Lets a refresh under way end. */
const settle = () => vi.advanceTimersByTimeAsync(100);
const change = (...ids: string[]) => changes.take({ keys: [LEDGER], ids: { [PATH]: ids } });

describe('a list of three loaded pages', () => {
  beforeEach(() => {
    stored = Array.from({ length: 100 }, (_, n) => row(100 - n));
  });

  it('reads a changed row alone', async () => {
    const list = await openList(3);
    stored[45] = row(55, 7);
    change('row 55');
    await settle();
    expect(requests).toEqual(['?limit=1&ids=row+55']);
    expect(list.rows()).toEqual(stored.slice(0, 60));
    expect(list.total()).toBe(100);
  });

  it('shows a new row on top, with the new total', async () => {
    const list = await openList(3);
    stored.unshift(row(101));
    change('row 101');
    await settle();
    expect(requests).toEqual(['?limit=10']);
    expect(list.rows()).toEqual(stored.slice(0, 61));
    expect(list.total()).toBe(101);
  });

  it('drops a row that no longer matches', async () => {
    const list = await openList(3);
    stored.splice(2, 1);
    change('row 98');
    await settle();
    expect(list.rows()).toEqual(stored.slice(0, 59));
    expect(list.total()).toBe(99);
  });

  it('is read again when more rows are new than its top shows', async () => {
    const list = await openList(3);
    stored.unshift(...Array.from({ length: 30 }, (_, n) => row(130 - n)));
    change(...stored.slice(0, 30).map(({ id }) => id));
    await settle();
    expect(list.rows()).toEqual(stored.slice(0, 60));
  });

  it('is read again on reconnection after a changed row could not be read', async () => {
    const list = await openList(3);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    stored.unshift(row(101));
    change('row 101');
    await settle();
    vi.stubGlobal('fetch', fetch);
    await client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    expect(list.rows()).toEqual(stored.slice(0, 60));
  });

  it('is read again when any of its rows may have changed', async () => {
    await openList(3);
    changes.take({ keys: [LEDGER] });
    await settle();
    expect(requests).toHaveLength(3);
  });

  it('shows a new row in its place in another order', async () => {
    const list = await openList(4, '?limit=30&sort=oldest');
    stored.unshift(row(101));
    change('row 101');
    await settle();
    expect(list.rows()).toEqual(stored.toReversed());
  });
});

describe('rows in the order of their trees', () => {
  const node = (n: number, childCount = 0) => ({ ...row(n), path: null, childCount });
  beforeEach(() => {
    stored = Array.from({ length: 100 }, (_, n) => node(100 - n));
  });

  it('are read alone, with the newest root, when counters of a loaded and of another one change', async () => {
    const list = await openList(2);
    stored[3] = { ...node(97), amount: 5 };
    change('row 97', 'row 7');
    await settle();
    expect(requests).toEqual(['?limit=1&ids=row+97', '?limit=1']);
    expect(list.rows()).toEqual(stored.slice(0, 40));
  });

  it('are all read again when one was added below a loaded one, or a root', async () => {
    const list = await openList(2);
    stored.splice(3, 1, node(97, 1), node(101));
    change('row 97', 'row 101');
    await settle();
    expect(list.rows()).toEqual(stored.slice(0, 40));
    stored.unshift(node(102));
    await vi.advanceTimersByTimeAsync(1_000);
    change('row 102');
    await settle();
    expect(list.rows()).toEqual(stored.slice(0, 40));
  });
});

it('refreshes at most once a second, and not before the last refresh has ended', async () => {
  let end: () => void = () => {};
  const queryFn = vi.fn(() => new Promise<string>((resolve) => (end = () => resolve('read'))));
  unsubscribe.push(new QueryObserver(client, { queryKey: LEDGER, queryFn }).subscribe(() => {}));
  end();
  await settle();
  expect(queryFn).toHaveBeenCalledTimes(1);

  changes.take({ keys: [LEDGER] });
  expect(queryFn).toHaveBeenCalledTimes(2);
  for (let n = 0; n < 20; n += 1) {
    changes.take({ keys: [LEDGER] });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(queryFn).toHaveBeenCalledTimes(2);
  end();
  await settle();
  expect(queryFn).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
});

it('waits while the page is hidden', async () => {
  stored = [row(1)];
  await openList(1);
  page.visibilityState = 'hidden';
  for (let n = 0; n < 5; n += 1) change('row 1');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(requests).toHaveLength(1);
});
