import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { isRead } from '@perktree/contracts/http/reads';
import { type CallRequest, type LooseRequest, pathParts, queryString } from './call-request.ts';
import { jsonOf, type ReadOptions, read, write } from './plain/http.ts';

export interface WriteOptions {
  /** For what may be sent again later as the same command; without it each call is a command of its own. */
  readonly idempotencyKey?: string;
}

/**
 * Makes a call of the catalogue, with cookies and JSON both ways.
 * @throws ApiError on any answer but 2xx (message `"{status}: {body}"`), and with status 0 when nothing was reached.
 */
export async function callApi<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options?: WriteOptions,
): Promise<CallAnswer<C>>;
export async function callApi(call: Call, request: LooseRequest, options: WriteOptions = {}): Promise<unknown> {
  const url = pathParts(call.path, request.params).join('/') + queryString(request.query);
  const { method, path } = call;
  const response = isRead(method, path)
    ? await read(url, { body: request.body })
    : await write(method, url, request.body, options.idempotencyKey);
  return jsonOf(response);
}

/** GET of a URL as it stands: what the default query function asks with the joined parts of a query key. */
export async function getJson(url: string): Promise<unknown> {
  return jsonOf(await read(url));
}

export interface ListPage {
  readonly items: unknown[];
  /** Where the next page begins; null after the last one. */
  readonly nextCursor: string | null;
  /** How many rows match in all; null where the page does not say: it is not the first, or of a list that is not counted. */
  readonly total: number | null;
}

/** One page of a list: the first one, or the one at a cursor. */
export async function getPage(url: string, cursor: string | null, options?: ReadOptions): Promise<ListPage> {
  const separator = url.includes('?') ? '&' : '?';
  const at = cursor === null ? url : `${url}${separator}cursor=${encodeURIComponent(cursor)}`;
  const response = await read(at, options);
  const items = (await jsonOf(response)) as unknown[];
  const total = response.headers.get(HEADERS.totalCount);
  return { items, nextCursor: response.headers.get(HEADERS.nextCursor), total: total === null ? null : Number(total) };
}

/**
 * All items of a list, page after page: for lists that a screen needs whole, such as the QRs of a tree. It never ends early.
 * @throws Error for a server that answers the same cursor again
 */
export async function getAllPages(url: string, options?: ReadOptions): Promise<unknown[]> {
  const items: unknown[] = [];
  const met = new Set<string>();
  let cursor: string | null = null;
  do {
    const next = await getPage(url, cursor, options);
    items.push(...next.items);
    cursor = next.nextCursor;
    if (cursor !== null && met.has(cursor)) throw new Error(`${url} does not end: the cursor ${cursor} came twice`);
    if (cursor !== null) met.add(cursor);
  } while (cursor !== null);
  return items;
}

/** A list as CSV, whole, in a language: what the same URL answers page by page. */
export async function getCsv(url: string, language: string): Promise<Blob> {
  const response = await read(url, { headers: { Accept: 'text/csv', 'Accept-Language': language } });
  return response.blob();
}
