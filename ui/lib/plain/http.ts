import type { HEADERS } from '@perktree/contracts/http/common';
import { ApiError, apiErrorFrom } from '../api-error.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { lastPosition, rememberPosition } from './position.ts';

// The public entry has 75 KB for its whole script: it takes the types of the contracts and leaves their schemas at home.
type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];
const POSITION: HeaderName = 'X-Position';
const MIN_POSITION: HeaderName = 'X-Min-Position';
const IDEMPOTENCY_KEY: HeaderName = 'Idempotency-Key';

/** A read that is answered 503 (read model behind, store not reached) is asked again this often, then given up. */
const READ_RETRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

/**
 * GET, waiting on the server until what this tab did before is part of the answer.
 * @throws ApiError on any answer but 2xx, and with status 0 when nothing was reached
 */
export async function getJson<Answer>(url: string): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const position = lastPosition();
    const response = await send(url, { headers: position === null ? {} : { [MIN_POSITION]: position } });
    if (response.ok) return (await response.json()) as Answer;
    const retryAfter = response.status === 503 ? response.headers.get('Retry-After') : null;
    if (retryAfter === null || attempt >= READ_RETRIES) throw await errorOf(response);
    await wait(retryAfter);
  }
}

/**
 * POST. One call is one command: a new Idempotency-Key each time, so that a resend by the browser does nothing twice.
 * @throws ApiError as getJson does
 */
export async function postJson<Answer>(url: string, body: unknown): Promise<Answer> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_KEY]: newIdempotencyKey() },
    body: JSON.stringify(body),
  });
  const position = response.headers.get(POSITION);
  if (position !== null) rememberPosition(position);
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as Answer;
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

function wait(retryAfter: string): Promise<void> {
  const asked = Number(retryAfter);
  const seconds = Number.isFinite(asked) && asked >= 0 ? asked : 1;
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000));
}
