import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/envelope';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { IDENTITY_SCHEMA } from '../migrations.ts';
import { SESSION_SECONDS, type SessionCookie } from '../session-cookie.ts';
import { namesFromClaims } from './claims.ts';

/** An OpenID Connect provider, as its operator registered this product with it. */
export interface OidcSettings {
  /** Its discovery document is at `{issuer}/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The provider as credentials name it: with and without a slash at the end it is the same one. */
export function providerIdOf({ issuer }: OidcSettings): string {
  return issuer.replace(/\/$/, '');
}

export function discoveryUrl(settings: OidcSettings): string {
  return `${providerIdOf(settings)}/.well-known/openid-configuration`;
}

/** The redirect URI to register with the provider is PUBLIC_URL and this. */
export const OIDC_CALLBACK_PATH = '/api/auth/callback/oidc';
/** Written by us from the connection; better-auth would trust X-Forwarded-For, which anyone can send. */
export const CLIENT_IP_HEADER = 'x-perktree-client-ip';

/**
 * better-auth over our tables: it runs the exchange with the provider (state, nonce, PKCE, verified ID tokens) and opens
 * the session in the format of session-cookie.ts. Only its callback is reachable, through our own route.
 */
export function createBetterAuth(options: {
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly sessionSecret: string;
  readonly cookie: SessionCookie;
  readonly settings: OidcSettings;
  readonly onProblem: (message: string) => void;
  /** Grants the role of the intent. @returns the role in which the session begins */
  readonly enter: (userId: string) => Promise<Role>;
}) {
  const { pool, publicUrl, sessionSecret, cookie, settings } = options;
  return betterAuth({
    baseURL: new URL(publicUrl).origin,
    basePath: '/api/auth',
    secret: sessionSecret,
    database: {
      dialect: new PostgresDialect({ pool }),
      type: 'postgres',
      schemaName: IDENTITY_SCHEMA,
      transaction: true,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        firstName: { type: 'string', required: false, fieldName: 'first_name' },
        lastName: { type: 'string', required: false, fieldName: 'last_name' },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      fields: {
        userId: 'user_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: { activeRole: { type: 'string', required: true, fieldName: 'active_role', input: false } },
    },
    account: {
      modelName: 'credentials',
      // A person is known by issuer and subject. An e-mail address may be given to another person at the provider.
      accountLinking: { enabled: false },
      // The product makes no later calls to the provider, so its tokens are not kept.
      updateAccountOnSignIn: false,
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      account: {
        create: {
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, activeRole: await options.enter(session.userId) } }),
        },
      },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            // Stored with the subject: the same subject at another issuer is another person.
            providerId: providerIdOf(settings),
            redirectURI: `${new URL(publicUrl).origin}${OIDC_CALLBACK_PATH}`,
            discoveryUrl: discoveryUrl(settings),
            requireIdTokenVerification: true,
            clientId: settings.clientId,
            clientSecret: settings.clientSecret,
            scopes: ['openid', 'email', 'profile'],
            mapProfileToUser: namesFromClaims,
          },
        ],
      }),
    ],
    advanced: {
      cookiePrefix: cookie.secure ? '__Host-perktree' : 'perktree',
      // Our names carry their prefix already.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: cookie.secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: { session_token: { name: cookie.name } },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
    // Its counters are in memory and of one process; what can be guessed here is a 32-character state.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: '/login' },
    // Messages only: the rest of a line can hold addresses and tokens.
    logger: { level: 'warn', log: (_level, message) => options.onProblem(message) },
  });
}
