import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { ApiKeySecrets } from '@perktree/contracts/api-key/secrets';
import { streams } from '@perktree/contracts/catalogue/events';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { AuthenticateKey } from '@perktree/platform/http/key-caller';
import { warnOfFailure } from '@perktree/platform/outages';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { apiKeysFold, isInForce } from './decisions/state.ts';
import { hashOfKey, looksLikeKey } from './new-key.ts';

const BEARER = /^Bearer (\S+)$/i;

/**
 * Authenticates a request by the API key in `Authorization: Bearer`. Scopes and sites come from the events that are stored
 * when the request arrives, so every process refuses a revoked key at once.
 */
export function createAuthenticateKey(
  deps: Pick<CommandServiceDeps, 'handler' | 'clock' | 'logger'> & { readonly secrets: ApiKeySecrets },
): AuthenticateKey {
  const { handler, clock, logger, secrets } = deps;
  return async ({ headers, ip }) => {
    const [, text] = BEARER.exec(headers.authorization ?? '') ?? [];
    if (text === undefined || !looksLikeKey(text)) return null;
    const found = await secrets.findKey(hashOfKey(text));
    if (found === null || !comesFrom(ip, found.ipRanges)) return null;
    const { keyId, tenantId } = found;
    const { state } = await handler.load(streams.apiKeys(tenantId), apiKeysFold);
    const key = state.keys.get(keyId);
    const now = clock();
    if (key === undefined || !isInForce(key, now.toISOString())) return null;
    if (found.isLocked) throw new Refused('ACCOUNT_LOCKED');
    secrets.noteUse(keyId, now).catch((err) => warnOfFailure(logger, err, 'cannot record the use of an API key'));
    return { keyId, tenantId, scopes: key.scopes, siteIds: key.siteIds };
  };
}

/** @param ranges in CIDR notation, such as 203.0.113.7/32; empty: every address is allowed */
function comesFrom(ip: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  // A socket that listens on IPv6 reports IPv4 clients as ::ffff:203.0.113.7.
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const allowed = new BlockList();
  for (const range of ranges) {
    const [network = '', length] = range.split('/');
    allowed.addSubnet(network, Number(length ?? (isIPv6(network) ? 128 : 32)), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return allowed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

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
