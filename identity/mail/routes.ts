import { mailCalls } from '@perktree/contracts/account/mail-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { mountCall } from '@perktree/platform/http/mount-call';
import { isThere, named, run, sql } from '@perktree/platform/postgres/sql';
import { againAfterConflict, inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance } from 'fastify';
import { findProfile } from '../account-store.ts';
import { normaliseEmail } from '../email.ts';
import type { IdentityParts } from '../parts.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** The calls that send a mail to the caller, and the one that a mail's link makes. Each request counts against the limits. */
export function mountMailCalls(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'pool' | 'authenticate' | 'limits' | 'mails'>,
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

  mountCall(app, authenticate, mailCalls.resendVerification, async ({ session, body, request }) => {
    const profile = await findProfile(pool, session.userId);
    if (profile === null) throw new Refused('NOT_SIGNED_IN');
    if (profile.emailVerified) return { answer: {} };
    await limits.guard({ kind: 'resend', email: profile.email, ip: request.ip }, async () => {
      await mails.queueVerification(pool, profile.id, body.returnTo);
      return null;
    });
    return { answer: {} };
  });
}

/** Mail programs send either (RFC 8058). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** A one-click body has one short field. */
const MAX_BYTES = 4096;
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' } as const;

/** The calls that turn weekly digests on and off, and the link of their mails. */
export function mountDigestCalls(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'pool' | 'authenticate' | 'clock'> & {
    readonly tokens: UnsubscribeTokens;
    readonly hasMail: boolean;
  },
): void {
  const { pool, authenticate, clock, tokens, hasMail } = services;

  mountCall(app, authenticate, mailCalls.weeklyDigest, async ({ session }) => {
    const account = sql('identity.users').where({ id: session.userId });
    return { answer: { isOn: await isThere(pool, account.whereNotNull('weekly_digest_since')) } };
  });

  mountCall(app, authenticate, mailCalls.setWeeklyDigest, async ({ body, session }) => {
    const { isOn } = body;
    if (isOn && !hasMail) throw new Refused('MAIL_NOT_SET_UP');
    const account = sql('identity.users').where({ id: session.userId });
    // Anyone can register any address: its owner has to have agreed.
    if (isOn) account.where({ email_verified: true });
    const since = isOn ? named('COALESCE(weekly_digest_since, :now)', { now: clock() }) : null;
    const { rowCount } = await run(pool, account.update({ weekly_digest_since: since }));
    if (rowCount === 0) throw new Refused('EMAIL_NOT_VERIFIED');
    return { answer: { isOn } };
  });

  app.get<{ Params: { token: string } }>('/api/unsubscribe/:token', async ({ params }, reply) =>
    // A page with a button: programs that open the links of mails turn nothing off. Behind `#`, the token reaches no log.
    reply.header('Cache-Control', 'no-store').redirect(`/unsubscribe#${encodeURIComponent(params.token)}`, 303),
  );

  // In a scope of its own: no other call takes forms.
  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM_TYPES, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, formOf(String(body))),
    );
    mountCall(scope, authenticate, mailCalls.unsubscribe, async ({ params, request }) => {
      const userId = tokens.userOf(params.token);
      if (userId === null) throw new Refused('UNSUBSCRIBE_LINK_INVALID');
      await run(pool, sql('identity.users').where({ id: userId }).update({ weekly_digest_since: null }));
      request.log.info({ userId }, 'weekly digest turned off by the link of a mail');
      return { answer: {} };
    });
  });
}

/** A part of a multipart body: its headers, and its content. */
const ONE_CLICK_PART = /^--[^\r\n]+\r?\n([^\0]*?)\r?\n\r?\nOne-Click\r?\n--/i;
const PART_NAME = /^content-disposition:[^\r\n]*\bname="?List-Unsubscribe"?\s*(;|$)/im;

/** The fields of a one-click form of either type; others are refused by the call's schema. */
function formOf(body: string): object {
  const headers = ONE_CLICK_PART.exec(body)?.[1];
  if (headers !== undefined && PART_NAME.test(headers)) return ONE_CLICK;
  return Object.fromEntries(new URLSearchParams(body));
}
