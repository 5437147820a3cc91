import type { Page, Route } from 'playwright-core';

/** A list call that a test stubs, so that the list can have any length and fail in the middle. */
export interface LongList {
  rows: readonly Record<string, unknown>[];
  /** Requests are answered 500 while it is true. */
  fails: boolean;
  /** Requests for later pages are answered after it has resolved. */
  laterPages: Promise<void>;
  readonly requests: URL[];
}

/** Answers a list call of the page from `rows`: pages by cursor, count, rows of ids, and a search by the rows' text. */
export async function serveList(page: Page, path: string, rows: LongList['rows']): Promise<LongList> {
  const list: LongList = { rows, fails: false, laterPages: Promise.resolve(), requests: [] };
  const answer = async (route: Route) => {
    const url = new URL(route.request().url());
    list.requests.push(url);
    if (list.fails) {
      await route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Internal server error' } });
      return;
    }
    const word = (url.searchParams.get('q') ?? '').toLowerCase();
    const ids = url.searchParams.get('ids')?.split(',');
    const found = list.rows
      .filter(({ id }) => ids?.includes(String(id)) ?? true)
      .filter((row) => JSON.stringify(row).toLowerCase().includes(word));
    const cursor = url.searchParams.get('cursor');
    if (cursor !== null) await list.laterPages;
    const from = cursor === null ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
    const items = found.slice(from, from + Number(url.searchParams.get('limit') ?? 200));
    const isLast = from + items.length >= found.length;
    await route.fulfill({
      json: items,
      headers: {
        ...(cursor === null ? { 'X-Total-Count': String(found.length) } : {}),
        ...(isLast ? {} : { 'X-Next-Cursor': String(items.at(-1)?.id) }),
      },
    });
  };
  await page.route((url) => url.pathname === path, answer);
  return list;
}
