import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { type CallRequest, type LooseRequest, pathParts, queryString } from './call-request.ts';
import { read, write } from './plain/http.ts';

/** More pages than any list of the product has; stops a server that never ends a list. */
const MOST_PAGES = 200;

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
  const response =
    call.method === 'GET' ? await read(url) : await write(call.method, url, request.body, options.idempotencyKey);
  return parseAnswer(response);
}

/** GET of a URL as it stands: what the default query function asks with the joined parts of a query key. */
export async function getJson(url: string): Promise<unknown> {
  return parseAnswer(await read(url));
}

export interface ListPage {
  readonly items: unknown[];
  /** Where the next page begins; null after the last one. */
  readonly nextCursor: string | null;
}

/** One page of a list: the first one, or the one at a cursor. */
export async function getPage(url: string, cursor: string | null): Promise<ListPage> {
  const separator = url.includes('?') ? '&' : '?';
  const response = await read(cursor === null ? url : `${url}${separator}cursor=${encodeURIComponent(cursor)}`);
  const items = (await parseAnswer(response)) as unknown[];
  return { items, nextCursor: response.headers.get(HEADERS.nextCursor) };
}

/** All items of a list, page after page. */
export async function getAllPages(url: string): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const next = await getPage(url, cursor);
    items.push(...next.items);
    cursor = next.nextCursor;
    if (cursor === null) break;
  }
  return items;
}

async function parseAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
