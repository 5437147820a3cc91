import { isRead } from '@perktree/contracts/catalogue/reads';
import {
  type Call,
  type CallAnswer,
  type CallBody,
  type CallParams,
  type CallQuery,
  HEADERS,
  XLSX_TYPE,
} from '@perktree/contracts/kernel/call';
import type { ListFile } from '@perktree/contracts/kernel/csv';
import type { FileAnswer, fileRequestedAnswer } from '@perktree/contracts/kernel/file-calls';
import type { z } from 'zod';
import { apiErrorFrom, isRefusal } from './api-error.ts';
import { csvFormat } from './download.ts';
import { jsonOf, type ReadOptions, read, receivedBody, type WriteOptions, write } from './public/http.ts';
import { loadRefusalWords } from './public/refusal-words.ts';

export type RequestPart<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : Record<string, never> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T };

/** Path parameters, query and body of a call. */
export type CallRequest<C extends Call> = RequestPart<'params', CallParams<C>> &
  RequestPart<'query', CallQuery<C>> &
  RequestPart<'body', CallBody<C>>;

export interface LooseRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
}

/** Path segments with parameters filled in: `/api/sites/:siteId/qrs` → ['/api', 'sites', '…', 'qrs']. */
export function pathParts(path: string, params: Readonly<Record<string, string>> = {}): string[] {
  const [root, ...rest] = path.split('/').slice(1);
  const filled = rest.map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part));
  return [`/${root}`, ...filled];
}

export function queryString(query: Readonly<Record<string, string | undefined>> = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** Asks the user in a dialog, before a refused call is repeated. @returns false: they cancelled */
type Ask = () => Promise<boolean>;

function question() {
  let asking: Ask | null = null;
  let isOpen = false;
  return {
    /** Whether the user is asked now. */
    isOpen: () => isOpen,
    /** The dialog that asks, while it is mounted. @returns ends it */
    register(ask: Ask): () => void {
      asking = ask;
      return () => {
        if (asking === ask) asking = null;
      };
    },
    /** @returns whether the call can be repeated; false also where no dialog is mounted */
    async ask(): Promise<boolean> {
      if (asking === null) return false;
      isOpen = true;
      return asking().finally(() => {
        isOpen = false;
      });
    },
  };
}

export type Question = ReturnType<typeof question>;

/** To prove that the session is theirs. */
export const proof = question();
/** To log in again, after the session has ended. */
export const newLogin = question();
/** To log in again, for a sensitive call of an account without a password. Leaves the page unless it is cancelled. */
export const freshLogin = question();

/** Polling interval for a file that is being made, milliseconds. */
export const POLL_MS = 1_000;

type FileRequested = z.output<typeof fileRequestedAnswer>;

/** Whether the answer of a long call is a file that is still being made. */
export const isFileRequested = (answer: object): answer is FileRequested => 'file' in answer;

/**
 * Waits for the file of a long call and reads its first part, which is the call's answer. If the signal aborts the wait, the
 * file is still made.
 * @throws ApiError if the file has failed or was cancelled
 */
async function answerOfFile(requested: Response, options: ReadOptions = {}): Promise<unknown> {
  const { file } = (await jsonOf(requested)) as FileRequested;
  for (;;) {
    const { status, parts, failure } = (await jsonOf(await read(`/api/me/files/${file.id}`, options))) as FileAnswer;
    const [part] = parts;
    if (status === 'done' && part) return jsonOf(await read(part.url, options));
    if (status !== 'running')
      throw apiErrorFrom(503, status, JSON.stringify(failure ?? {}), null, await loadRefusalWords());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    options.signal?.throwIfAborted();
  }
}

/**
 * Sends a request that a user has asked for. A sensitive one is repeated once the user has proved who they are, and any once they
 * have logged in again after the session has ended.
 */
export async function sendAsking<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    // The server has neither carried the call out nor kept its key.
    const hasEnded = isRefusal(error, 'NOT_SIGNED_IN');
    const asked = hasEnded
      ? newLogin
      : isRefusal(error, 'PROOF_REQUIRED')
        ? proof
        : isRefusal(error, 'SIGN_IN_AGAIN')
          ? freshLogin
          : null;
    if (asked === null || !(await asked.ask())) throw error;
    return hasEnded ? sendAsking(send) : send();
  }
}

/**
 * Calls the API with cookies, and JSON both ways, by `sendAsking`.
 * @throws ApiError for answers other than 2xx (message `"{status}: {body}"`); status 0 if the server was not reached
 */
export function callApi<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options?: WriteOptions,
): Promise<CallAnswer<C>>;
export function callApi(call: Call, request: LooseRequest, options: WriteOptions = {}): Promise<unknown> {
  return sendAsking(() => send(call, request, options));
}

async function send(call: Call, request: LooseRequest, options: WriteOptions): Promise<unknown> {
  const url = pathParts(call.path, request.params).join('/') + queryString(request.query);
  const { method, path } = call;
  if (isRead(method, path)) return jsonOf(await read(url, { ...options, body: request.body }));
  return write(method, url, request.body, options);
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
  const response = await sendAsking(() => read(url, options));
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { file: await receivedBody(response.blob()), name: name === undefined ? null : decodeURIComponent(name) };
}
