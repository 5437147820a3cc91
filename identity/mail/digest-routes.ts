import { mailCalls } from '@perktree/contracts/account/mail-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate } from '@perktree/platform/http/session';
import { isThere, named, run, sql } from '@perktree/platform/postgres/sql';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** Mail programs send either (RFC 8058). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** A one-click body has one short field. */
const MOST_BYTES = 4096;
const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' } as const;

/** The calls that turn weekly digests on and off, and the link of their mails. */
export function mountDigestCalls(
  app: FastifyInstance,
  services: {
    readonly pool: Pool;
    readonly authenticate: Authenticate;
    readonly clock: () => Date;
    readonly tokens: UnsubscribeTokens;
    /** Whether mail is configured. */
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
    scope.addContentTypeParser(FORM_TYPES, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
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
