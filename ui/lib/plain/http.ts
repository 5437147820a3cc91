import type { HEADERS } from '@perktree/contracts/http/common';
import { ApiError, apiErrorFrom } from '../api-error.ts';
import { noteReachable } from '../connection.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { noteRequest } from '../last-request.ts';
import { lastPosition, rememberPosition } from './position.ts';
import { loadRefusalWords, refusalText } from './refusal-words.ts';

// The public entry has 75 KB for its whole script: it takes the types of the contracts and leaves their schemas at home.
type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];
const POSITION: HeaderName = 'X-Position';
const MIN_POSITION: HeaderName = 'X-Min-Position';
const IDEMPOTENCY_KEY: HeaderName = 'Idempotency-Key';
const REQUEST_ID: HeaderName = 'X-Request-Id';

/** A read that is answered 503 (read model behind, store not reached) is asked again this often, then given up. */
const READ_RETRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

export interface ReadOptions {
  /** Ends the request when its answer is of no use any more. */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a read by POST. */
  readonly body?: unknown;
}

/**
 * A read, by GET or with a body by POST, waiting on the server until what this tab did before is part of the answer.
 * @throws ApiError on any answer but 2xx, and with status 0 when nothing was reached
 */
export async function read(url: string, options: ReadOptions = {}): Promise<Response> {
  const { signal, headers: given = {}, body } = options;
  const more = body === undefined ? given : { ...given, 'Content-Type': 'application/json' };
  const sent = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  for (let attempt = 0; ; attempt += 1) {
    const position = lastPosition();
    const headers = position === null ? more : { ...more, [MIN_POSITION]: position };
    const response = await send(url, { ...sent, headers, ...(signal && { signal }) });
    if (response.ok) return response;
    const retryAfter = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (retryAfter === null || attempt >= READ_RETRIES) throw await errorOf(response);
    await wait(retryAfter);
  }
}

/**
 * A command. One call is one: a new Idempotency-Key each time unless one is given, so that a resend by the browser does
 * nothing twice. @param body left out: none is sent
 * @throws ApiError as read does
 */
export async function write(
  method: string,
  url: string,
  body?: unknown,
  idempotencyKey: string = newIdempotencyKey(),
): Promise<Response> {
  const headers: Record<string, string> = { [IDEMPOTENCY_KEY]: idempotencyKey };
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  const response = await send(url, init);
  const position = response.headers.get(POSITION);
  if (position !== null) rememberPosition(position);
  if (!response.ok) throw await errorOf(response);
  return response;
}

export async function getJson<Answer>(url: string): Promise<Answer> {
  return (await jsonOf(await read(url))) as Answer;
}

export async function postJson<Answer>(url: string, body: unknown): Promise<Answer> {
  return (await jsonOf(await write('POST', url, body))) as Answer;
}

/** The body of an answer. Of a rule's refusal, which is `success: false` with a code, the message in the page's language. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  const answer = JSON.parse(text);
  if (answer?.success !== false || answer.code === undefined) return answer;
  return { ...answer, message: refusalText(answer, await loadRefusalWords()) };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, credentials: 'include' });
    noteReachable(true);
    // Now, since they cannot be fetched once the server is out of reach.
    void loadRefusalWords();
    noteRequest(response.headers.get(REQUEST_ID));
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteReachable(false);
    const words = await loadRefusalWords();
    const sentence = words?.refusals.UNREACHABLE ?? 'The server cannot be reached. Try again.';
    throw new ApiError(0, 'Network error', sentence, null);
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get(REQUEST_ID);
  const words = await loadRefusalWords();
  return apiErrorFrom(response.status, response.statusText, await response.text(), requestId, words);
}

function wait(retryAfter: string): Promise<void> {
  const asked = Number(retryAfter);
  const seconds = Number.isFinite(asked) && asked >= 0 ? asked : 1;
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000));
}
