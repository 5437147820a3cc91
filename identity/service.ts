import type { AccountSearch, Accounts, NoteTexts, Views } from '@perktree/platform/accounts';
import { type CallerOf, networkCaller } from '@perktree/platform/http/concurrency/install';
import type { Authenticate } from '@perktree/platform/http/session';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type ErasureServices, type ExportServices, mountErasureCall, mountExportCall } from './account-data-routes.ts';
import { createAccountKeys } from './account-keys.ts';
import { type AccountDescription, describeAccount, makeSuperadmin } from './account-store.ts';
import { createAccounts } from './accounts.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { boundedHashing } from './bounded-hashing.ts';
import { normaliseEmail } from './email.ts';
import { endSessionsOf } from './ended-sessions.ts';
import { createErasure } from './erasure.ts';
import { mountNavigation } from './navigation.ts';
import { createNetworkBudgets, type NetworkLimits } from './network-budgets.ts';
import type { OidcSettings } from './oidc/better-auth.ts';
import { createPasswordChange } from './password-change.ts';
import { createPasswordProof } from './password-proof.ts';
import { createPasswordReset } from './password-reset.ts';
import { argon2Passwords, type Passwords } from './passwords.ts';
import { refuseToWrite } from './reading-only.ts';
import { mountResetCall } from './reset-routes.ts';
import { deleteExpiredResets } from './reset-store.ts';
import { mountAccountCalls, type PlanOf } from './routes.ts';
import { createCodeBackoff } from './second-factor/code-backoff.ts';
import { createCodeCheck } from './second-factor/code-check.ts';
import { mountSecondFactorCalls } from './second-factor/routes.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { createSessionCookie } from './session-cookie.ts';
import { mountSessionCalls } from './session-routes.ts';
import { createSessionStore } from './session-store.ts';
import { createSessionUse, isUse } from './session-use.ts';
import { createSignIn } from './sign-in.ts';
import { createViews } from './views.ts';
import { createVisitors } from './visitors.ts';
import { createWeakPasswords } from './weak-passwords/refuse-weak.ts';

export interface Identity {
  /** Who is calling, by the session cookie. */
  readonly authenticate: Authenticate;
  /** Who is really calling, where somebody sees the product as somebody else. */
  readonly authenticateOwn: Authenticate;
  readonly views: Views;
  readonly accounts: Accounts & AccountSearch & NoteTexts;
  /** An id of the network that a request comes from, which tells nobody which network it is. */
  readonly networkIdOf: (request: FastifyRequest) => string;
  /** Whose requests are bounded together: a session's, a visitor's, else a network's. */
  readonly callerOf: CallerOf;
  /**
   * The id by which a browser is known to come again (visitors.ts).
   * @throws Refused TOO_MANY_REQUESTS where `userId` is null
   */
  readonly visitorIdOf: (request: FastifyRequest, reply: FastifyReply, userId: string | null) => Promise<string>;
  /** For the reference of the calls. */
  readonly sessionCookieName: string;
  /** What queries read of accounts, over connections that only read. */
  readsFrom(reading: Pool): Pick<Identity, 'accounts' | 'mountExport'>;
  /** Serves the account calls, `/api/login` and `/api/logout`. The app needs @fastify/cookie (platform/http/app.ts). */
  mount(app: FastifyInstance): void;
  /** Serves the export of a person's data. */
  mountExport(app: FastifyInstance, services: ExportServices): void;
  /** Serves the erasure of a person. */
  mountErasure(app: FastifyInstance, services: ErasureServices): void;
  /**
   * For the operator's command line alone: tells an operator which account an address belongs to, without personal data.
   * @throws Error where no account has this address
   */
  describeAccount(email: string): Promise<AccountDescription>;
  /**
   * For the operator's command line alone (domain.md 2). Returns the account's id.
   * @throws Error where no account has this address
   */
  grantSuperadmin(email: string): Promise<string>;
  /**
   * For the operator's command line alone: ends all sessions of an account. Returns how many there were.
   * @throws Error where no account has this address
   */
  endSessions(email: string): Promise<number>;
  /**
   * For the operator's command line alone: has an account's logins ask for the password alone, and ends its sessions.
   * Returns whether they asked for more, and how many sessions there were.
   * @throws Error where no account has this address
   */
  removeSecondFactor(email: string): Promise<{ removed: boolean; ended: number }>;
  /**
   * For the operator's command line alone: what lets whoever has it set a new password for an account, once.
   * @throws Error where no account with a password has this address
   */
  beginPasswordReset(email: string): Promise<{ readonly token: string; readonly until: Date }>;
  /** Deletes sessions, links and counts of failures that are past. To be called now and then; nothing depends on it. */
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
  /** Other processes change sessions, too. Nothing is remembered between calls then. */
  readonly shared?: boolean;
  /** The plan of a tenant; free for all where it is left out. */
  readonly planOf?: PlanOf;
  /** What this installation calls the product: words that a password may not rest on. */
  readonly productLabels?: readonly string[];
  /** Lets people sign in at a provider, too. Needs `publicUrl`, which is where the provider sends them back to. */
  readonly oidc?: OidcSettings;
  readonly passwords?: Passwords;
  /** Called after each erasure with the id, for a list outside the database. */
  readonly onErased?: (userId: string) => void;
  /** Left out: those of network-budgets.ts. */
  readonly networkLimits?: NetworkLimits;
  /** What authenticators show beside the account. */
  readonly productName?: string;
}

/** Accounts, sessions, roles and intents (domain.md 2). */
export function createIdentity(options: IdentityOptions): Identity {
  const { pool, publicUrl, sessionSecret, logger, oidc } = options;
  const { clock = () => new Date(), planOf = async () => 'free' } = options;
  const passwords = boundedHashing(options.passwords ?? argon2Passwords);
  const { productName = 'PerkTree' } = options;
  const cookie = createSessionCookie(publicUrl, sessionSecret);
  const use = createSessionUse(pool, clock);
  const sessions = createSessionStore(pool, clock, use, { shared: options.shared ?? false });
  const limits = createAttemptLimits({ pool, secret: sessionSecret, clock });
  const budgets = createNetworkBudgets({
    ...{ pool, secret: sessionSecret, clock },
    ...(options.networkLimits && { limits: options.networkLimits }),
  });
  const visitors = createVisitors({ secret: sessionSecret, secure: cookie.secure, budgets });
  const refuseWeakPassword = createWeakPasswords(options.productLabels);
  const codes = createCodeCheck({ secret: sessionSecret, clock });
  const codeBackoff = createCodeBackoff({ pool, clock });
  const signIn = createSignIn({ pool, sessions, passwords, limits, budgets, refuseWeakPassword, codes, codeBackoff });
  const whenProved = createPasswordProof({ pool, passwords, limits });
  const secondFactor = createSecondFactor({
    pool,
    sessions,
    limits,
    whenProved,
    codes,
    codeBackoff,
    clock,
    issuer: productName,
  });
  const changePassword = createPasswordChange({ pool, sessions, passwords, whenProved, refuseWeakPassword });
  const passwordReset = createPasswordReset({ pool, sessions, passwords, limits, clock, refuseWeakPassword });
  const keys = createAccountKeys({ pool, secret: sessionSecret, cookie, sessions, signIn, limits, logger });

  const sessionOf = async (request: FastifyRequest) => {
    const token = cookie.read(request);
    const session = token === null ? null : await sessions.find(token);
    if (token !== null && session !== null && isUse(request)) use.note(token);
    return session;
  };
  const authenticate: Authenticate = async (request) => {
    const session = await sessionOf(request);
    refuseToWrite(request, session);
    return session;
  };
  const authenticateOwn: Authenticate = async (request) => {
    const session = await sessionOf(request);
    return session?.view?.own ?? session;
  };

  const readsFrom = (reading: Pool): Pick<Identity, 'accounts' | 'mountExport'> => ({
    accounts: createAccounts(reading, sessions),
    mountExport(app, services) {
      mountExportCall(app, { ...services, pool: reading, authenticate, clock });
    },
  });

  return {
    ...readsFrom(pool),
    readsFrom,
    authenticate,
    authenticateOwn,
    views: createViews(pool, sessions, clock),
    networkIdOf: keys.networkIdOf,
    callerOf(request) {
      const key = cookie.read(request) ?? visitors.read(request);
      return key === null ? networkCaller(request) : { key, isNetwork: false };
    },
    visitorIdOf: visitors.idOf,
    sessionCookieName: cookie.name,
    mount(app) {
      // In scopes of their own, so that these keys bind these calls and no others.
      void app.register(async (scope) => {
        keys.install(scope);
        const asksProvider = oidc !== undefined;
        mountAccountCalls(scope, { pool, authenticate, cookie, sessions, signIn, keys, planOf, asksProvider });
        mountSessionCalls(scope, { pool, authenticate, cookie, sessions, changePassword, whenProved });
        mountResetCall(scope, { authenticate, passwordReset });
      });
      void app.register(async (scope) => {
        keys.install(scope, { sealed: true });
        mountSecondFactorCalls(scope, { authenticate, cookie, secondFactor });
      });
      mountNavigation(app, { publicUrl, cookie, sessions });
      if (!oidc) return;
      if (publicUrl === null) throw new Error('Signing in at an OpenID Connect provider needs PUBLIC_URL.');
      const onProblem = (message: string) => logger.warn(`OpenID Connect: ${message}`);
      const services = { pool, publicUrl, sessionSecret, settings: oidc, cookie, sessions, clock, onProblem };
      // Loaded where it is asked for: it takes most of a second and 30 MB.
      void app.register(async (scope) => {
        const { mountOidcLogin } = await import('./oidc/oidc-login.ts');
        mountOidcLogin(scope, services);
      });
    },
    mountErasure(app, services) {
      const { onErased = () => {} } = options;
      const erasure = createErasure({ pool, sessions, whenProved, clock, planOf, keys, onErased });
      void app.register(async (scope) => {
        keys.install(scope);
        mountErasureCall(scope, { ...services, authenticate, cookie, erasure });
      });
    },
    async describeAccount(email) {
      const found = await describeAccount(pool, normaliseEmail(email));
      if (found === null) throw new Error(`${noAccount(email)}: register it first.`);
      return found;
    },
    async grantSuperadmin(email) {
      const made = await makeSuperadmin(pool, normaliseEmail(email));
      if (made === null) throw new Error(`${noAccount(email)}: register it first.`);
      sessions.forgetAll();
      logger.info({ userId: made.userId }, 'superadmin granted by the operator');
      return made.userId;
    },
    async endSessions(email) {
      const found = await inTransaction(pool, (db) => endSessionsOf(db, normaliseEmail(email)));
      if (found === null) throw new Error(`${noAccount(email)}.`);
      sessions.forgetAll();
      logger.info(found, 'sessions ended by the operator');
      return found.ended;
    },
    async removeSecondFactor(email) {
      const found = await secondFactor.remove(normaliseEmail(email));
      if (found === null) throw new Error(`${noAccount(email)}.`);
      logger.info(found, 'second factor removed by the operator');
      return found;
    },
    async beginPasswordReset(email) {
      const link = await passwordReset.begin(normaliseEmail(email));
      if (link === null) throw new Error(`${noAccount(email)} and a password.`);
      logger.info({ userId: link.userId }, 'link for a new password made by the operator');
      return link;
    },
    async deleteExpired() {
      await deleteExpiredResets(pool, clock());
      await sessions.deleteExpired();
      await limits.deleteExpired();
      await secondFactor.deleteExpired();
      await keys.deleteExpired();
    },
  };
}

const noAccount = (email: string) => `No account has the e-mail address ${email}`;
