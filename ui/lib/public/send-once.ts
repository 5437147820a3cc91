import { ApiError } from '../api-error.ts';

/** A new key for a write. `randomUUID` exists in secure contexts only, so plain http uses random bytes. */
export function newIdempotencyKey(source: Pick<Crypto, 'getRandomValues'> & Partial<Crypto> = crypto): string {
  if (typeof source.randomUUID === 'function') return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The page's last command, while it is under way or its answer is lost. */
let unanswered: { readonly command: string; readonly key: string } | null = null;

/**
 * Sends a command under a new Idempotency-Key, or under that of the same command if its answer was lost: the server carries it out
 * once. Any other command ends this, so the second of two deactivations with an activation between them has its own key.
 * @param command method, URL and body as text
 */
export async function sendOnce<A>(command: string, send: (idempotencyKey: string) => Promise<A>): Promise<A> {
  const key = unanswered?.command === command ? unanswered.key : newIdempotencyKey();
  unanswered = { command, key };
  const forget = () => {
    if (unanswered?.key === key) unanswered = null;
  };
  try {
    const answer = await send(key);
    forget();
    return answer;
  } catch (error) {
    if (isDecided(error)) forget();
    throw error;
  }
}

/** True if the server stored the refusal with the Idempotency-Key. After any other error the call may have been carried out. */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'IDEMPOTENCY_KEY_IN_USE') return false;
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
}
