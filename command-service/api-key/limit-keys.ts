import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import type { FastifyInstance } from 'fastify';

/** Each process counts for itself. A till makes a few requests per minute. */
const KEY_REQUESTS_PER_MINUTE = 600;

declare module 'fastify' {
  interface FastifyRequest {
    /** Remaining requests of the key in this window, and seconds until the window ends. */
    keyBudget?: { readonly remaining: number; readonly resetSeconds: number };
  }
}

/**
 * Limits the requests of each key and sends the `RateLimit-*` headers.
 * @throws Refused TOO_MANY_REQUESTS
 */
export function limitKeys(scope: FastifyInstance, authenticate: AuthenticateKey, clock: () => Date): AuthenticateKey {
  let windowEndsAt = 0;
  const used = new Map<string, number>();

  scope.addHook('onSend', async ({ keyBudget }, reply) => {
    if (keyBudget === undefined) return;
    reply.header('RateLimit-Limit', KEY_REQUESTS_PER_MINUTE);
    reply.header('RateLimit-Remaining', keyBudget.remaining);
    reply.header('RateLimit-Reset', keyBudget.resetSeconds);
  });

  return async (request) => {
    const key = await authenticate(request);
    if (key === null) return null;
    const now = clock().getTime();
    if (now >= windowEndsAt || windowEndsAt - now > MINUTE_MS) {
      used.clear();
      windowEndsAt = now + MINUTE_MS;
    }
    const count = (used.get(key.keyId) ?? 0) + 1;
    used.set(key.keyId, count);
    const resetSeconds = Math.ceil((windowEndsAt - now) / 1000);
    request.keyBudget = { remaining: Math.max(0, KEY_REQUESTS_PER_MINUTE - count), resetSeconds };
    if (count > KEY_REQUESTS_PER_MINUTE) throw new Refused('TOO_MANY_REQUESTS', { seconds: resetSeconds });
    return key;
  };
}
