import type { Role } from '@perktree/contracts/envelope';
import { intentSchema, type LoginIntent } from '@perktree/contracts/http/accounts';
import { safeReturnTo } from '@perktree/contracts/http/return-to';
import { Refused } from '@perktree/contracts/refusals';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { APIError, getOAuthState } from 'better-auth/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Budgets } from '../budgets.ts';
import { entryAtLogin, entryAtRegistration } from '../intents.ts';
import { ensureTenant, grantRoles, heldRoles } from '../roles.ts';
import type { SessionCookie } from '../session-cookie.ts';
import type { SessionStore } from '../session-store.ts';
import {
  CLIENT_IP_HEADER,
  createBetterAuth,
  discoveryUrl,
  OIDC_CALLBACK_PATH,
  type OidcSettings,
  providerIdOf,
} from './better-auth.ts';
import { whenReachable } from './when-reachable.ts';

const DISCOVERY_TIMEOUT_MS = 5_000;

interface Wish {
  readonly intent?: LoginIntent;
  readonly confirmBusiness?: boolean;
}

/**
 * Signing in at an OpenID Connect provider: `GET /api/login/oidc?intent=&returnTo=` goes there, the provider comes back to
 * OIDC_CALLBACK_PATH, and from there to `returnTo`, or to `/login?error=…`. A person is identified by issuer and subject,
 * never by e-mail address: an address that another account has is refused with the error `account_not_linked`. Beginning
 * one is refused with TOO_MANY_REQUESTS once the network's budget is spent.
 */
export function mountOidcLogin(
  app: FastifyInstance,
  services: {
    readonly pool: Pool;
    readonly publicUrl: string;
    readonly sessionSecret: string;
    readonly settings: OidcSettings;
    readonly cookie: SessionCookie;
    readonly sessions: SessionStore;
    readonly budgets: Pick<Budgets, 'spend'>;
    readonly clock: () => Date;
    readonly onProblem: (message: string) => void;
  },
): void {
  const { pool, cookie, sessions, budgets, clock, onProblem, settings } = services;
  const { origin } = new URL(services.publicUrl);
  const providerId = providerIdOf(settings);
  // Not at the start: better-auth reads the discovery document as soon as it is made, and waits for it without end.
  const authWhenReachable = whenReachable({
    attempt: async () => {
      await discover(settings);
      await nameIssuerOfOldCredentials(pool, providerId);
      return createBetterAuth({ ...services, enter: (userId) => enter(pool, userId) });
    },
    clock,
    onProblem,
  });

  app.get<{ Querystring: Record<string, unknown> }>('/api/login/oidc', async (request, reply) => {
    const auth = await authWhenReachable();
    // Before better-auth stores the state of the sign-in.
    await budgets.spend('providerSignIn', request.ip);
    const started = await auth.api
      .signInSocial({
        body: {
          provider: providerId,
          callbackURL: safeReturnTo(request.query.returnTo, origin) ?? '/',
          errorCallbackURL: '/login',
          additionalData: wishOf(request),
        },
        headers: headersFor(request),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        if (!(error instanceof APIError)) throw error;
        onProblem(`signing in at the provider cannot begin: ${error.message}`);
        throw new Refused('UNAVAILABLE');
      });
    if (!started.response.url) throw new Refused('UNAVAILABLE');
    return goTo(reply, started.response.url, started.headers.getSetCookie());
  });

  app.get(OIDC_CALLBACK_PATH, async (request, reply) => {
    const auth = await authWhenReachable();
    const previousToken = cookie.read(request);
    const response = await auth.api.callbackOAuth({
      params: { id: providerId },
      query: Object.fromEntries(new URL(request.url, origin).searchParams),
      method: 'GET',
      headers: headersFor(request),
      asResponse: true,
    });
    const setCookies = response.headers.getSetCookie();
    const signedIn = setCookies.some((line) => line.startsWith(`${cookie.name}=`));
    if (signedIn && previousToken !== null) await sessions.end(previousToken);
    // Entering may have granted a role.
    if (signedIn) sessions.forgetAll();
    return goTo(reply, response.headers.get('location') ?? '/login?error=oidc', setCookies);
  });
}

/** Whether the provider answers with its discovery document, within bounds. @throws where it does not */
async function discover(settings: OidcSettings): Promise<void> {
  const response = await fetch(discoveryUrl(settings), { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`its discovery document answers ${response.status}`);
  await response.json();
}

/** Old credentials were stored without issuer: it is the configured one. */
async function nameIssuerOfOldCredentials(pool: Pool, providerId: string): Promise<void> {
  await pool.query(`UPDATE identity.credentials SET provider_id = $1 WHERE provider_id = 'oidc'`, [providerId]);
}

/** The intent. A link on another site may set it, but cannot confirm a business account. */
function wishOf(request: FastifyRequest<{ Querystring: Record<string, unknown> }>): Wish {
  const intent = intentSchema.safeParse(request.query.intent);
  const ownPage = request.headers['sec-fetch-site'] === 'same-origin';
  return {
    ...(intent.success && { intent: intent.data }),
    confirmBusiness: ownPage && request.query.confirmBusiness === 'true',
  };
}

/** An account without a role has just been made: entering with an intent is registering with it. */
async function enter(pool: Pool, userId: string): Promise<Role> {
  const { intent, confirmBusiness = false } = ((await getOAuthState()) ?? {}) as Wish;
  try {
    return await inTransaction(pool, async (db) => {
      const held = await heldRoles(db, userId);
      const entry = held.length === 0 ? entryAtRegistration(intent) : entryAtLogin({ held, intent, confirmBusiness });
      await grantRoles(db, userId, entry.grant);
      if (entry.activeRole === 'site_owner') await ensureTenant(db, userId);
      return entry.activeRole;
    });
  } catch (error) {
    if (error instanceof Refused) throw new APIError('CONFLICT', { code: error.code, message: error.message });
    throw error;
  }
}

/** Only the headers that better-auth needs, so that a client cannot forge its address. */
function headersFor(request: FastifyRequest): Headers {
  const headers = new Headers({ [CLIENT_IP_HEADER]: request.ip });
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie);
  if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent']);
  return headers;
}

function goTo(reply: FastifyReply, location: string, setCookies: readonly string[]): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('set-cookie', [...setCookies])
    .redirect(location, 302);
}
