import type { Access, Sensitive } from '@perktree/contracts/kernel/call';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { carriedOutFor, mayCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { isThere, run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findProfile, hasPassword } from './account-store.ts';
import type { IdentityParts } from './parts.ts';

/** How long after a login, or a proof by `confirmIdentity`, a session may make sensitive calls. */
const FRESH_FOR_MS = 10 * MINUTE_MS;

export function isFreshSession(db: Queryable, sessionId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - FRESH_FOR_MS);
  const session = sql('identity.sessions').where({ id: sessionId });
  return isThere(db, session.whereRaw('GREATEST(created_at, proved_at) > ?', [since]));
}

/** To be called once a password or a code was right. */
export async function keepProof(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await run(db, sql('identity.sessions').where({ id: sessionId }).update({ proved_at: now }));
}

/**
 * The guard of all calls that contracts marks as sensitive. It acts before an `Idempotency-Key` is looked up, so the
 * same request can be repeated with its key once the session has proved whose it is.
 */
export function guardSensitiveCalls(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'pool' | 'authenticate' | 'clock' | 'mails' | 'logger'>,
): void {
  const { pool, authenticate, clock, mails, logger } = services;

  app.addHook('onRoute', (route) => {
    const call = route.config?.call;
    if (call?.sensitive === undefined) return;
    const { sensitive, access } = call;
    route.preValidation = [route.preValidation ?? [], guardOf(sensitive, access)].flat();
    route.onSend = [route.onSend ?? [], noticeOf(sensitive)].flat();
  });

  const guardOf = (sensitive: Sensitive, access: Access) => async (request: FastifyRequest) => {
    if (typeof access === 'object' && 'key' in access) return;
    const session = await authenticate(request);
    // The call itself refuses these.
    if (session === null || session.view || !mayCall(access, session)) return;
    await check(sensitive, session);
  };

  const noticeOf =
    ({ notice }: Sensitive) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const owner = carriedOutFor(request);
      if (notice === null || owner === null || reply.statusCode >= 300) return;
      // The call has been carried out: its answer does not depend on the mail.
      await mails
        .queueNotice(pool, owner, notice)
        .catch((err) => logger.warn({ err, notice }, 'a security notice was not queued'));
    };

  /** @throws Refused EMAIL_NOT_VERIFIED, PROOF_REQUIRED, SIGN_IN_AGAIN for an account without a password */
  async function check({ proof, needsVerifiedAddress }: Sensitive, { userId, sessionId }: Session): Promise<void> {
    if (needsVerifiedAddress && mails.delivery === 'smtp') {
      const profile = await findProfile(pool, userId);
      if (!profile?.emailVerified) throw new Refused('EMAIL_NOT_VERIFIED');
    }
    if (proof !== 'session' || (await isFreshSession(pool, sessionId, clock()))) return;
    throw new Refused((await hasPassword(pool, userId)) ? 'PROOF_REQUIRED' : 'SIGN_IN_AGAIN');
  }
}
