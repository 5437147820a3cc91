import { ApiError } from '../api-error.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';

/** Calls `send` with a key. @param request identifies the request: an equal one may get the same key */
type Repeat = <A>(request: unknown, send: (idempotencyKey: string) => Promise<A>) => Promise<A>;

/** Sends requests of one button or form. A request that may have been carried out is repeated under its Idempotency-Key. */
export function repeatable(): Repeat {
  /** The last request without an answer. */
  let unanswered: { readonly request: string; readonly idempotencyKey: string } | null = null;
  return async (request, send) => {
    const text = JSON.stringify(request);
    if (unanswered?.request !== text) unanswered = { request: text, idempotencyKey: newIdempotencyKey() };
    try {
      const answer = await send(unanswered.idempotencyKey);
      unanswered = null;
      return answer;
    } catch (error) {
      if (isDecided(error)) unanswered = null;
      throw error;
    }
  };
}

/** True if the server stored the refusal with the Idempotency-Key. After any other error the call may have been carried out. */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'IDEMPOTENCY_KEY_IN_USE') return false;
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
}
