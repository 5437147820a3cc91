import { ApiError } from '../../lib/api-error.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';

const RETRY_MS = 2_000;

/** Whether the server may have carried a command out: it did not answer, or with a fault of its own. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Sends a command under one Idempotency-Key, again and again while the server may have carried it out, so that it happens once and its
 * answer is known in the end.
 * @param onUnknown called after the first attempt without an answer
 * @param signal ends the attempts
 * @throws the refusal of the command; the last error once `signal` is aborted
 */
export async function sendUntilKnown<A>(
  send: (idempotencyKey: string) => Promise<A>,
  { onUnknown, signal }: { readonly onUnknown: () => void; readonly signal: AbortSignal },
): Promise<A> {
  const key = newIdempotencyKey();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(key);
    } catch (error) {
      if (!isUnknown(error) || signal.aborted) throw error;
      if (attempt === 1) onUnknown();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (signal.aborted) throw error;
    }
  }
}
