import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { intentSchema, type LoginIntent } from '@perktree/contracts/account/calls';
import { safeReturnTo } from '@perktree/contracts/account/return-to';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mailLanguageOf } from '@perktree/platform/http/accepted-language';
import { run, sql } from '@perktree/platform/postgres/sql';
import { againAfterConflict, inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityParts } from '../parts.ts';
import {
  discoverProvider,
  type Exchange,
  nameIssuerOfOldCredentials,
  type OidcSettings,
  ProviderSilent,
  providerIdOf,
} from './provider.ts';
import { enterFromProvider, SignInRefused } from './provider-accounts.ts';

/** First and longest pause after a failed request to the provider, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Makes something when it is first needed, and the provider that it needs can be reached. Those who ask at once share one
 * attempt. After a failure the next request after a pause tries again; the pause doubles up to a minute. Until then
 * requests are refused at once.
 * @param attempt has to end in bounded time
 * @returns what was made. @throws Refused UNAVAILABLE
 */
export function whenReachable<T>(options: {
  readonly attempt: () => Promise<T>;
  readonly clock: () => Date;
  /** Called at the first failure of a series, and at its end. */
  readonly onProblem: (message: string) => void;
}): () => Promise<T> {
  const { attempt, clock, onProblem } = options;
  let made: { readonly value: T } | null = null;
  let underWay: Promise<T> | null = null;
  let failures = 0;
  let notBefore = 0;

  async function make(): Promise<T> {
    try {
      made = { value: await attempt() };
      if (failures > 0) onProblem(`the provider answers again, after ${failures} attempts in vain`);
      return made.value;
    } catch (error) {
      if (failures === 0) onProblem(`the provider cannot be reached: ${(error as Error).message}`);
      notBefore = clock().getTime() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      throw new Refused('UNAVAILABLE');
    } finally {
      underWay = null;
    }
  }

  return async () => {
    if (made) return made.value;
    if (underWay) return underWay;
    if (clock().getTime() < notBefore) throw new Refused('UNAVAILABLE');
    underWay = make();
    return underWay;
  };
}

/** The redirect URI to register with the provider is PUBLIC_URL and this. */
const OIDC_CALLBACK_PATH = '/api/auth/callback/oidc';
/** How long a person may take at the provider, in seconds. */
const SIGN_IN_SECONDS = 10 * 60;
/** 256 random bits. */
const BROWSER_KEY_BYTES = 32;

/** A sign-in under way, kept in `identity.verifications`. */
interface Started extends Exchange, Wish {
  readonly confirmBusiness: boolean;
}

/** What the person wants from signing in. */
interface Wish {
  readonly returnTo: string;
  readonly intent?: LoginIntent | undefined;
}

/**
 * Signing in at an OpenID Connect provider: `GET /api/login/oidc?intent=&returnTo=` goes there, the provider comes back to
 * OIDC_CALLBACK_PATH, and from there to `returnTo`. Browsers visit both, so a failure is the login page with `?error=`: the
 * code of a refusal (UNAVAILABLE, TOO_MANY_REQUESTS, BUSINESS_CONFIRMATION_REQUIRED), one of SignInRefused, or `oidc`.
 * Intent and `returnTo` stay in its address, so the next attempt, also with a password, leads to the same place and role.
 */
export function mountOidcLogin(
  app: FastifyInstance,
  services: Pick<IdentityParts, 'pool' | 'cookie' | 'sessions' | 'budgets' | 'mails' | 'clock'> & {
    readonly publicUrl: string;
    readonly settings: OidcSettings;
    readonly onProblem: (message: string) => void;
  },
): void {
  const { pool, cookie, sessions, budgets, mails, clock, onProblem, settings } = services;
  const { origin } = new URL(services.publicUrl);
  const providerId = providerIdOf(settings);
  const browserCookie = cookie.secure ? '__Host-oidc' : 'oidc';
  // Not at the start: the provider may be down then.
  const provider = whenReachable({
    attempt: async () => {
      const found = await discoverProvider(settings);
      await nameIssuerOfOldCredentials(pool, providerId);
      return found;
    },
    clock,
    onProblem,
  });

  app.get<{ Querystring: Record<string, unknown> }>('/api/login/oidc', (request, reply) => {
    const wish = wishOf(request, origin);
    return orLoginPage(reply, wish, async () => {
      const { begin } = await provider();
      await budgets.spend('providerSignIn', request.ip);
      const { url, exchange } = await begin(`${origin}${OIDC_CALLBACK_PATH}`);
      const browserKey = request.cookies[browserCookie] ?? randomBytes(BROWSER_KEY_BYTES).toString('base64url');
      const started: Started = { ...exchange, ...wish };
      const row = { identifier: identifierOf(exchange.state, browserKey), value: JSON.stringify(started) };
      const expiresAt = new Date(clock().getTime() + SIGN_IN_SECONDS * 1_000);
      await run(pool, sql('identity.verifications').insert({ id: randomUUID(), ...row, expires_at: expiresAt }));
      const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: cookie.secure } as const;
      reply.setCookie(browserCookie, browserKey, { ...attributes, maxAge: SIGN_IN_SECONDS });
      return url.href;
    });
  });

  app.get(OIDC_CALLBACK_PATH, async (request, reply) => {
    const back = new URL(request.url, origin);
    const started = await takeStarted(back.searchParams.get('state') ?? '', request.cookies[browserCookie] ?? '');
    return orLoginPage(reply, started, async () => {
      if (started === null) throw new Error('the sign-in was begun in another browser, used before, or is too old');
      const { finish } = await provider();
      const claims = await finish(back, started);
      const visitor = cookie.visitorOf(request);
      const entering = {
        providerId,
        claims,
        intent: started.intent,
        confirmBusiness: started.confirmBusiness,
        language: mailLanguageOf(request),
        now: clock(),
        returnTo: started.returnTo,
      };
      const token = await againAfterConflict(() =>
        inTransaction(pool, async (db) => {
          const entered = await enterFromProvider(db, mails, entering);
          return sessions.rotate(db, { ...entered, ...visitor });
        }),
      );
      // Entering may have granted a role.
      sessions.forgetAll();
      cookie.write(reply, token);
      return started.returnTo;
    });
  });

  /** Takes a sign-in out of the table, so that it is used once. Null: not this browser's, or too old. */
  async function takeStarted(state: string, browserKey: string): Promise<Started | null> {
    const started = sql('identity.verifications').where({ identifier: identifierOf(state, browserKey) });
    const { rows } = await run<{ value: string }>(pool, started.where('expires_at', '>', clock()).delete('value'));
    return rows[0] ? (JSON.parse(rows[0].value) as Started) : null;
  }

  async function orLoginPage(
    reply: FastifyReply,
    wish: Wish | null,
    visit: () => Promise<string>,
  ): Promise<FastifyReply> {
    const location = await visit().catch((error: unknown) => loginPage(errorCodeOf(error), wish));
    return reply.header('Cache-Control', 'no-store').redirect(location, 302);
  }

  /** @throws what is no failure of a sign-in: the database's, and defects */
  function errorCodeOf(error: unknown): string {
    if (error instanceof Refused || error instanceof SignInRefused) return error.code;
    if ((error as { readonly severity?: unknown }).severity !== undefined) throw error;
    // Messages only: the causes can hold addresses and tokens.
    onProblem(`a sign-in failed: ${(error as Error).message}`);
    return error instanceof ProviderSilent ? 'UNAVAILABLE' : 'oidc';
  }
}

/** Only the browser that began a sign-in can name it, and a copy of the table cannot finish it. */
function identifierOf(state: string, browserKey: string): string {
  return createHash('sha256').update(`${state}.${browserKey}`).digest('hex');
}

function loginPage(error: string, wish: Wish | null): string {
  const query = new URLSearchParams({ error });
  if (wish?.intent) query.set('intent', wish.intent);
  if (wish && wish.returnTo !== '/') query.set('returnTo', wish.returnTo);
  return `/login?${query}`;
}

/** A link on another site may set the intent, but cannot confirm a business account. */
function wishOf(
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  origin: string,
): Wish & Pick<Started, 'confirmBusiness'> {
  const intent = intentSchema.safeParse(request.query.intent);
  const ownPage = request.headers['sec-fetch-site'] === 'same-origin';
  return {
    intent: intent.success ? intent.data : undefined,
    confirmBusiness: ownPage && request.query.confirmBusiness === 'true',
    returnTo: safeReturnTo(request.query.returnTo, origin) ?? '/',
  };
}
