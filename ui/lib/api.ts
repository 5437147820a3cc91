import { isRead } from '@perktree/contracts/catalogue/reads';
import type { Call, CallAnswer } from '@perktree/contracts/kernel/call';
import { HEADERS, XLSX_TYPE } from '@perktree/contracts/kernel/common';
import type { ListFile } from '@perktree/contracts/kernel/csv';
import { isRefusal } from './api-error.ts';
import { newLogin, proof } from './asked.ts';
import { type CallRequest, type LooseRequest, pathParts, queryString } from './call-request.ts';
import { csvFormat } from './download.ts';
import { answerOfFile } from './long-call.ts';
import { jsonOf, type ReadOptions, read, write } from './public/http.ts';

export interface WriteOptions {
  /** Repeating a call with the same key has no further effect. Default: as sendOnce chooses it. */
  readonly idempotencyKey?: string;
}

/**
 * Calls the API with cookies, and JSON both ways. A sensitive call is repeated once the user has proved who they are, and any
 * call once they have logged in again after the session has ended.
 * @throws ApiError for answers other than 2xx (message `"{status}: {body}"`); status 0 if the server was not reached
 */
export async function callApi<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options?: WriteOptions,
): Promise<CallAnswer<C>>;
export async function callApi(call: Call, request: LooseRequest, options: WriteOptions = {}): Promise<unknown> {
  try {
    return await send(call, request, options);
  } catch (error) {
    // The server has neither carried the call out nor kept its key.
    const hasEnded = isRefusal(error, 'NOT_SIGNED_IN');
    if (!hasEnded && !isRefusal(error, 'PROOF_REQUIRED')) throw error;
    if (!(await (hasEnded ? newLogin : proof).ask())) throw error;
    return hasEnded ? callApi(call, request as never, options) : send(call, request, options);
  }
}

async function send(call: Call, request: LooseRequest, options: WriteOptions): Promise<unknown> {
  const url = pathParts(call.path, request.params).join('/') + queryString(request.query);
  const { method, path } = call;
  if (isRead(method, path)) return jsonOf(await read(url, { body: request.body }));
  return write(method, url, request.body, options.idempotencyKey);
}

/** GET of a URL, for the default query function. For a long call, waits until its file is done. */
export async function getJson(url: string, options?: ReadOptions): Promise<unknown> {
  const response = await read(url, options);
  return response.status === 202 ? answerOfFile(response, options) : jsonOf(response);
}

export interface ListPage {
  readonly items: unknown[];
  /** Null after the last page. */
  readonly nextCursor: string | null;
  /** Number of matching rows; null except on the first page of a counted list. */
  readonly total: number | null;
}

/** A page of a list; `cursor` is null for the first page. */
export async function getPage(url: string, cursor: string | null, options?: ReadOptions): Promise<ListPage> {
  const { answer, ...place } = await getPageOf<unknown[]>(url, cursor, options);
  return { items: answer, ...place };
}

/** A page of any answer; `cursor` is null for the first page. */
export async function getPageOf<A>(
  url: string,
  cursor: string | null,
  options?: ReadOptions,
): Promise<Omit<ListPage, 'items'> & { readonly answer: A }> {
  const separator = url.includes('?') ? '&' : '?';
  const at = cursor === null ? url : `${url}${separator}cursor=${encodeURIComponent(cursor)}`;
  const response = await read(at, options);
  const answer = (await jsonOf(response)) as A;
  const total = response.headers.get(HEADERS.totalCount);
  return { answer, nextCursor: response.headers.get(HEADERS.nextCursor), total: total === null ? null : Number(total) };
}

/**
 * The whole list as a file, with titles in a language. A CSV has the separators that the reader chose, and a head that states
 * its scope where the list has one.
 */
export function getListFile(url: string, type: ListFile, language: string): Promise<NamedFile> {
  const separator = csvFormat(language) === 'comma' ? '' : ';separator=semicolon';
  const Accept = type === 'xlsx' ? XLSX_TYPE : `text/csv;head=working-paper${separator}`;
  return getFile(url, { headers: { Accept, 'Accept-Language': language } });
}

/** `name`: as the server names it; null: it does not. */
interface NamedFile {
  readonly file: Blob;
  readonly name: string | null;
}

export async function getFile(url: string, options: ReadOptions): Promise<NamedFile> {
  const response = await read(url, options);
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { file: await response.blob(), name: name === undefined ? null : decodeURIComponent(name) };
}
