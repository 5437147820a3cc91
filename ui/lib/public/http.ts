import type { HEADERS } from '@perktree/contracts/kernel/call';
import { ApiError, apiErrorFrom } from '../api-error.ts';
import { setLastRequestId, setReachable } from '../connection.ts';
import { lastPosition, rememberPosition } from './position.ts';
import { loadRefusalWords, refusalText } from './refusal-words.ts';
import { sendOnce } from './send-once.ts';
import { noteServerTime } from './time.ts';
import { fetchInTime } from './time-limit.ts';

// Types only: the schemas of the contracts would exceed the budget of the public script.
type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];
const POSITION: HeaderName = 'X-Position';
const MIN_POSITION: HeaderName = 'X-Min-Position';
const IDEMPOTENCY_KEY: HeaderName = 'Idempotency-Key';
const REQUEST_ID: HeaderName = 'X-Request-Id';

/** Maximum retries of a read that is answered 503: the read model is behind, or the store is unreachable. */
const READ_RETRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

/** Sentences for no answer, in English: of a read, and of a command. */
const NO_ANSWER = {
  UNREACHABLE: 'The server cannot be reached. Try again.',
  UNANSWERED: 'No answer came, so this may have been done. Try again: it is not done twice.',
};

export interface WriteOptions {
  /** Repeating a call with the same key has no further effect. Default: as sendOnce chooses it. */
  readonly idempotencyKey?: string;
  /** How long the answer may take to begin, milliseconds. */
  readonly answerWithinMs?: number;
}

export interface ReadOptions extends Pick<WriteOptions, 'answerWithinMs'> {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a read by POST. */
  readonly body?: unknown;
}

/**
 * A read by GET or POST. The server waits until the answer includes what this tab wrote before.
 * @throws ApiError for answers other than 2xx; status 0 if the server was not reached
 */
export async function read(url: string, options: ReadOptions = {}): Promise<Response> {
  const { signal, headers: given = {}, body, answerWithinMs } = options;
  const more = body === undefined ? given : { ...given, 'Content-Type': 'application/json' };
  const sent = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  for (let attempt = 0; ; attempt += 1) {
    const position = lastPosition();
    const headers = position === null ? more : { ...more, [MIN_POSITION]: position };
    const response = await send(url, { ...sent, headers, ...(signal && { signal }) }, answerWithinMs);
    if (response.ok) return response;
    const retryAfter = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (retryAfter === null || attempt >= READ_RETRIES) throw await errorOf(response);
    await wait(retryAfter);
  }
}

/**
 * A command, repeated after a lost answer as sendOnce describes.
 * @param body left out: none is sent
 * @returns the body of the answer
 * @throws ApiError as read does
 */
export function write(method: string, url: string, body?: unknown, options: WriteOptions = {}): Promise<unknown> {
  const { idempotencyKey, answerWithinMs } = options;
  const text = JSON.stringify(body);
  const sendUnder = async (key: string) => {
    const headers = { [IDEMPOTENCY_KEY]: key };
    const content =
      text === undefined ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: text };
    const response = await send(url, { method, ...content }, answerWithinMs);
    const position = response.headers.get(POSITION);
    if (position !== null) rememberPosition(position);
    if (!response.ok) throw await errorOf(response);
    return jsonOf(response);
  };
  const sendTold = (key: string) => {
    // Without network nothing was sent.
    const mayArrive = globalThis.navigator?.onLine !== false;
    return sendUnder(key).catch(async (error) => {
      throw error instanceof ApiError && error.status === 0 && mayArrive ? await noAnswer('UNANSWERED') : error;
    });
  };
  return idempotencyKey === undefined
    ? sendOnce(JSON.stringify([method, url, text]), sendTold)
    : sendTold(idempotencyKey);
}

export async function getPublicJson<Answer>(url: string): Promise<Answer> {
  return (await jsonOf(await read(url))) as Answer;
}

export async function postJson<Answer>(url: string, body: unknown): Promise<Answer> {
  return (await write('POST', url, body)) as Answer;
}

/** The body of an answer. A refusal (`success: false` with a code) gets its message in the page's language. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await receivedBody(response.text());
  if (text === '') return undefined;
  const answer = JSON.parse(text);
  if (answer?.success !== false || answer.code === undefined) return answer;
  return { ...answer, message: refusalText(answer, await loadRefusalWords()) };
}

/** @throws ApiError of status 0 if the server was not reached */
export async function send(url: string, init: RequestInit, answerWithinMs?: number): Promise<Response> {
  try {
    const response = await fetchInTime(url, { ...init, credentials: 'include' }, answerWithinMs);
    setReachable(true);
    // Load them now: they cannot be loaded when the server is unreachable.
    void loadRefusalWords();
    setLastRequestId(response.headers.get(REQUEST_ID));
    noteServerTime(response.headers.get('Date'));
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw await noAnswer('UNREACHABLE');
  }
}

/** @throws ApiError of status 0 if the answer was cut off */
export async function receivedBody<Body>(body: Promise<Body>): Promise<Body> {
  try {
    return await body;
  } catch (error) {
    // Else the caller has aborted its request.
    throw error instanceof TypeError ? await noAnswer('UNREACHABLE') : error;
  }
}

async function noAnswer(code: keyof typeof NO_ANSWER): Promise<ApiError> {
  setReachable(false);
  const words = await loadRefusalWords();
  return new ApiError(0, 'Network error', words?.refusals[code] ?? NO_ANSWER[code], code);
}

export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get(REQUEST_ID);
  const words = await loadRefusalWords();
  return apiErrorFrom(response.status, response.statusText, await receivedBody(response.text()), requestId, words);
}

function wait(retryAfter: string): Promise<void> {
  const asked = Number(retryAfter);
  const seconds = Number.isFinite(asked) && asked >= 0 ? asked : 1;
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000));
}
