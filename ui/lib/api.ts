import type { Call, CallAnswer } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { ApiError, apiErrorFrom } from './api-error.ts';
import { type CallRequest, type LooseRequest, pathParts, queryString } from './call-request.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { lastPosition, rememberPosition } from './plain/position.ts';

/** A read that is answered 503 (read model behind, store not reached) is asked again this often, then given up. */
const READ_RETRIES = 4;
const LONGEST_WAIT_SECONDS = 5;
const DEFAULT_WAIT_SECONDS = 1;
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
  const response = call.method === 'GET' ? await read(url) : await write(call.method, url, request.body, options);
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

async function read(url: string): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const position = lastPosition();
    const headers = position === null ? {} : { [HEADERS.minPosition]: position };
    const response = await send(url, { method: 'GET', headers });
    if (response.ok) return response;
    const retryAfter = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (retryAfter === null || attempt >= READ_RETRIES) throw await errorOf(response);
    await wait(retryAfter);
  }
}

async function write(method: string, url: string, body: unknown, options: WriteOptions): Promise<Response> {
  const headers: Record<string, string> = { [HEADERS.idempotencyKey]: options.idempotencyKey ?? newIdempotencyKey() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await send(url, init);
  const position = response.headers.get(HEADERS.position);
  if (position !== null) rememberPosition(position);
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'include' });
  } catch {
    throw new ApiError(0, 'Network error', 'The server cannot be reached. Check your connection and try again.', null);
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  return apiErrorFrom(response.status, response.statusText, await response.text());
}

async function parseAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

function wait(retryAfter: string): Promise<void> {
  const asked = Number(retryAfter);
  const seconds = Number.isFinite(asked) && asked >= 0 ? asked : DEFAULT_WAIT_SECONDS;
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000));
}
