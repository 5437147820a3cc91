import type { Accounts } from '@perktree/platform/accounts';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type AccountDataServices, mountAccountDataCalls } from './account-data-routes.ts';
import { makeSuperadmin } from './account-store.ts';
import { createAccounts } from './accounts.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { normaliseEmail } from './email.ts';
import { createErasure } from './erasure.ts';
import { mountNavigation } from './navigation.ts';
import type { OidcSettings } from './oidc/better-auth.ts';
import { type Passwords, scryptPasswords } from './passwords.ts';
import { mountAccountCalls, type PlanOf } from './routes.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSessionStore } from './session-store.ts';
import { createSignIn } from './sign-in.ts';

export interface Identity {
  /** Who is calling, by the session cookie. */
  readonly authenticate: Authenticate;
  readonly accounts: Accounts;
  /** For the reference of the calls. */
  readonly sessionCookieName: string;
  /** Serves the account calls, `/api/login` and `/api/logout`. The app needs @fastify/cookie (platform/http/app.ts). */
  mount(app: FastifyInstance): void;
  /** Serves the export and the erasure of a person. */
  mountAccountData(app: FastifyInstance, services: AccountDataServices): void;
  /**
   * For the operator's command line alone (domain.md 2). Returns the account's id.
   * @throws Error where no account has this address
   */
  grantSuperadmin(email: string): Promise<string>;
  /** Deletes sessions and counts of failures that are past. To be called now and then; nothing depends on it. */
  deleteExpired(): Promise<void>;
}

export interface IdentityOptions {
  /** To the database that migrations.ts has run on. */
  readonly pool: Pool;
  /** Where browsers reach the product; https makes cookies `Secure` and `__Host-`. Null: not configured, plain http. */
  readonly publicUrl: string | null;
  /** Signs cookies and hashes the keys of the attempt limits. A new one ends all sessions. */
  readonly sessionSecret: string;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly clock?: () => Date;
  /** The plan of a tenant; free for all where it is left out. */
  readonly planOf?: PlanOf;
  /** Lets people sign in at a provider, too. Needs `publicUrl`, which is where the provider sends them back to. */
  readonly oidc?: OidcSettings;
  readonly passwords?: Passwords;
}

/** Accounts, sessions, roles and intents (domain.md 2). */
export function createIdentity(options: IdentityOptions): Identity {
  const { pool, publicUrl, sessionSecret, logger, oidc } = options;
  const { clock = () => new Date(), planOf = async () => 'free', passwords = scryptPasswords } = options;
  const cookie = createSessionCookie(publicUrl, sessionSecret);
  const sessions = createSessionStore(pool, clock);
  const limits = createAttemptLimits({ pool, secret: sessionSecret, clock });
  const signIn = createSignIn({ pool, sessions, passwords, limits });

  const authenticate: Authenticate = async (request) => {
    const token = cookie.read(request);
    return token === null ? null : sessions.find(token);
  };

  return {
    authenticate,
    accounts: createAccounts(pool, sessions),
    sessionCookieName: cookie.name,
    mount(app) {
      mountAccountCalls(app, { pool, authenticate, cookie, sessions, signIn, planOf });
      mountNavigation(app, { publicUrl, cookie, sessions });
      if (!oidc) return;
      if (publicUrl === null) throw new Error('Signing in at an OpenID Connect provider needs PUBLIC_URL.');
      const onProblem = (message: string) => logger.warn(`OpenID Connect: ${message}`);
      const services = { pool, publicUrl, sessionSecret, settings: oidc, cookie, sessions, onProblem };
      // Loaded where it is asked for: it takes most of a second and 30 MB.
      void app.register(async (scope) => {
        const { mountOidcLogin } = await import('./oidc/oidc-login.ts');
        mountOidcLogin(scope, services);
      });
    },
    mountAccountData(app, services) {
      const erasure = createErasure({ pool, sessions, passwords, limits, clock, planOf });
      mountAccountDataCalls(app, { ...services, pool, authenticate, cookie, erasure, clock });
    },
    async grantSuperadmin(email) {
      const made = await makeSuperadmin(pool, normaliseEmail(email));
      if (made === null) throw new Error(`No account has the e-mail address ${email}: register it first.`);
      sessions.forgetAll();
      logger.info({ userId: made.userId }, 'superadmin granted by the operator');
      return made.userId;
    },
    async deleteExpired() {
      await sessions.deleteExpired();
      await limits.deleteExpired();
    },
  };
}
