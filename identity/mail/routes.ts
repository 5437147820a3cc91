import { mailCalls } from '@perktree/contracts/account/mail-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate } from '@perktree/platform/http/session';
import { againAfterConflict, inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { findProfile } from '../account-store.ts';
import type { AttemptLimits } from '../attempt-limits.ts';
import { normaliseEmail } from '../email.ts';
import type { MailQueue } from './queue.ts';

/** The calls that send a mail to the caller, and the one that a mail's link makes. Each request counts against the limits. */
export function mountMailCalls(
  app: FastifyInstance,
  services: {
    readonly pool: Pool;
    readonly authenticate: Authenticate;
    readonly limits: Pick<AttemptLimits, 'guard'>;
    readonly mails: Pick<MailQueue, 'queueReset' | 'queueVerification' | 'useVerification'>;
  },
): void {
  const { pool, authenticate, limits, mails } = services;

  mountCall(app, authenticate, mailCalls.forgotPassword, async ({ body, request }) => {
    const email = normaliseEmail(body.email);
    // Counted as a failure in any case: the limit is the same for known and unknown addresses.
    await limits.guard({ kind: 'forgot', email, ip: request.ip }, async () => {
      await mails.queueReset(pool, email, mailLanguageOf(request), body.returnTo);
      return null;
    });
    return { answer: {} };
  });

  mountCall(app, authenticate, mailCalls.verifyEmail, async ({ body, request }) => {
    const { token } = body;
    const userId = await limits.guard({ kind: 'verify', token, ip: request.ip }, () =>
      againAfterConflict(() => inTransaction(pool, (db) => mails.useVerification(db, token))),
    );
    if (userId === null) throw new Refused('VERIFICATION_LINK_INVALID');
    request.log.info({ userId }, 'e-mail address verified by the link of a mail');
    return { answer: undefined };
  });

  mountCall(app, authenticate, mailCalls.resendVerification, async ({ session, request }) => {
    const profile = await findProfile(pool, session.userId);
    if (profile === null) throw new Refused('NOT_SIGNED_IN');
    if (profile.emailVerified) return { answer: {} };
    await limits.guard({ kind: 'resend', email: profile.email, ip: request.ip }, async () => {
      await mails.queueVerification(pool, profile.id);
      return null;
    });
    return { answer: {} };
  });
}
