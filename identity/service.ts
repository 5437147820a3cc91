import { networkCaller } from '@perktree/platform/http/call-limit';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type ErasureServices, type ExportServices, mountErasureCall, ownDataExport } from './account-data-routes.ts';
import { createAccountKeys } from './account-keys.ts';
import { createAccountOperations } from './account-operations.ts';
import { createAccounts } from './accounts.ts';
import { createApiKeySecrets } from './api-keys.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { createAuthentication } from './authentication.ts';
import { boundedHashing } from './bounded-hashing.ts';
import { createBudgets, type NetworkLimits, type PlanOf } from './budgets.ts';
import { type DataRequestServices, mountDataRequestCalls } from './data-request-routes.ts';
import { deleteOldDataRequests } from './data-requests.ts';
import { createErasure, type ErasureByOthers } from './erasure.ts';
import { deleteOldInvitations } from './invitations.ts';
import { createLooks, deleteOldLooks } from './looks.ts';
import { createDistributorInvitations } from './mail/distributor-invitations.ts';
import { createHeadMails, createMailFeed } from './mail/feed.ts';
import { createOutbox, type MailDelivery } from './mail/outbox.ts';
import { MailQueue } from './mail/queue.ts';
import { mountDigestCalls, mountMailCalls } from './mail/routes.ts';
import { createUnsubscribeTokens } from './mail/unsubscribe-token.ts';
import { createWeeklyDigests } from './mail/weekly-digests.ts';
import { createNameCache } from './name-cache.ts';
import { mountNavigation } from './navigation.ts';
import { eraseKeptNotes } from './notes.ts';
import type { OidcSettings } from './oidc/provider.ts';
import type { IdentityParts } from './parts.ts';
import { createPasswordProof } from './password-proof.ts';
import { createPasswordReset, type RevokeAccess } from './password-reset.ts';
import { argon2Passwords, type Passwords } from './passwords.ts';
import type { DecodePicture, PictureOutcome } from './pictures/picture-maker.ts';
import { mountPictureCalls, mountPictureUploads } from './pictures/routes.ts';
import { deleteExpiredResets } from './reset-store.ts';
import { mountAccountCalls, type OnNamed } from './routes.ts';
import { createSealing } from './sealing.ts';
import { createCodeBackoff } from './second-factor/code-backoff.ts';
import { createCodeCheck } from './second-factor/code-check.ts';
import { mountSecondFactorCalls } from './second-factor/routes.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { guardSensitiveCalls } from './sensitive-calls.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createPasswordChange, mountSessionCalls } from './session-routes.ts';
import { createSessionStore, createSessionUse } from './session-store.ts';
import { createSignIn } from './sign-in.ts';
import { createViews } from './views.ts';
import { createVisitors } from './visitors.ts';
import { createWeakPasswords } from './weak-passwords/refuse-weak.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

export type Identity = ReturnType<typeof createIdentity>;

export interface IdentityOptions {
  /** To the database that migrations.ts has run on. */
  readonly pool: Pool;
  /** Where browsers reach the product; https makes cookies `Secure` and `__Host-`. Null: not configured, plain http. */
  readonly publicUrl: string | null;
  /** Signs cookies and hashes the keys of the attempt limits. A new one ends all sessions. */
  readonly sessionSecret: string;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly clock?: () => Date;
  /** Whether other processes change sessions and names, too. Without `listens`, nothing is cached then. */
  readonly shared?: boolean;
  /** Whether it listens for sessions that other processes change, from the first session on: call `close` then. */
  readonly listens?: boolean;
  /** The plan of a tenant; free for all where it is left out. */
  readonly planOf?: PlanOf;
  /** What this installation calls the product: words that a password may not rest on. */
  readonly productLabels?: readonly string[];
  /** Lets people sign in at a provider, too. Needs `publicUrl`, which is where the provider sends them back to. */
  readonly oidc?: OidcSettings;
  readonly passwords?: Passwords;
  /** Called after each erasure with the id, for a list outside the database. */
  readonly onErased?: (userId: string) => void;
  /** Left out: those of budgets.ts. */
  readonly networkLimits?: NetworkLimits;
  /** What authenticators show beside the account. */
  readonly productName?: string;
  /** How mails leave. Left out: no mail is configured. */
  readonly mail?: MailDelivery;
}

/** What accounts, sessions and their mails are made of. */
function makeParts(options: IdentityOptions) {
  const { pool, publicUrl, sessionSecret: secret, logger, productName = 'PerkTree' } = options;
  const { clock = () => new Date(systemTimers.now()), planOf = async () => 'free', shared = false } = options;
  const { networkLimits, onErased = () => {}, mail: delivery = null } = options;
  const base = { pool, secret, clock };
  const sealing = createSealing(secret, 'links in mails');
  const mails = new MailQueue(delivery, sealing, clock);
  const unsubscribeTokens = createUnsubscribeTokens(secret);
  const cookie = createSessionCookie(publicUrl, secret);
  const use = createSessionUse(pool, clock);
  const sessions = createSessionStore(pool, clock, use, { shared, listens: options.listens ? logger : null });
  const sendsMails = delivery === 'smtp';
  const budgets = createBudgets({ ...base, planOf, sendsMails, ...(networkLimits && { limits: networkLimits }) });
  const passwords = boundedHashing(options.passwords ?? argon2Passwords);
  const limits = createAttemptLimits(base);
  const refuseWeakPassword = createWeakPasswords(options.productLabels);
  const names = createNameCache(clock, shared ? 0 : undefined);
  const checks = {
    passwords,
    limits,
    refuseWeakPassword,
    codes: createCodeCheck(base),
    codeBackoff: createCodeBackoff(base),
  };
  const { authenticate, authenticateOwn } = createAuthentication({ cookie, sessions, use });
  const account = { mails, cookie, sessions, budgets, names, authenticate };
  const parts: IdentityParts = { ...checks, ...account, pool, clock, planOf, logger };
  const signIn = createSignIn(parts);
  const whenProved = createPasswordProof(parts);
  const secondFactor = createSecondFactor({ ...parts, whenProved, issuer: productName });
  const passwordReset = createPasswordReset(parts);
  const keys = createAccountKeys({ ...parts, secret, signIn });
  return {
    ...parts,
    authenticateOwn,
    signIn,
    whenProved,
    secondFactor,
    passwordReset,
    keys,
    unsubscribeTokens,
    outbox: createOutbox({ pool, sealing, clock, unsubscribeTokens, delivery }),
    visitors: createVisitors({ secret, secure: cookie.secure, budgets }),
    changePassword: createPasswordChange({ ...parts, whenProved }),
    erase: createErasure({ ...parts, whenProved, keys, onErased }),
    operations: createAccountOperations({ ...parts, secondFactor, passwordReset }),
  };
}
type Parts = ReturnType<typeof makeParts>;

/** In a scope of its own, so that these keys bind these calls and no others. */
function mountWithKeys({ keys }: Parts, app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    keys.install(scope);
    mount(scope);
  });
}

function mountAccounts(
  app: FastifyInstance,
  parts: Parts,
  { oidc, publicUrl }: IdentityOptions,
  services: { readonly revokeAccess?: RevokeAccess; readonly onNamed?: OnNamed },
): void {
  const { revokeAccess = async () => {}, onNamed = async () => {} } = services;
  const { mails, unsubscribeTokens: tokens, logger } = parts;
  mountWithKeys(parts, app, (scope) => {
    mountAccountCalls(scope, { ...parts, asksProvider: oidc !== undefined, onNamed });
    mountSessionCalls(scope, { ...parts, revokeAccess });
    mountMailCalls(scope, parts);
    mountDigestCalls(scope, { ...parts, tokens, hasMail: mails.delivery !== null });
    mountSecondFactorCalls(scope, parts);
  });
  mountNavigation(app, { ...parts, publicUrl });
  if (!oidc) return;
  if (publicUrl === null) throw new Error('Signing in at an OpenID Connect provider needs PUBLIC_URL.');
  const onProblem = (message: string) => logger.warn(`OpenID Connect: ${message}`);
  // Loaded lazily: most installations have no provider.
  void app.register(async (scope) => {
    const { mountOidcLogin } = await import('./oidc/oidc-login.ts');
    mountOidcLogin(scope, { ...parts, publicUrl, settings: oidc, onProblem });
  });
}

/** Deletes expired sessions, links and failure counts. */
async function deleteExpired({ pool, clock, outbox, sessions, limits, secondFactor, keys }: Parts): Promise<void> {
  await deleteExpiredResets(pool, clock());
  await deleteOldInvitations(pool, clock());
  await deleteOldLooks(pool, clock());
  await eraseKeptNotes(pool, clock());
  await deleteOldDataRequests(pool, clock());
  await outbox.deleteOld();
  await sessions.deleteExpired();
  await limits.deleteExpired();
  await secondFactor.deleteExpired();
  await keys.deleteExpired();
}

/** Accounts, sessions, roles and intents. */
export function createIdentity(options: IdentityOptions) {
  const parts = makeParts(options);
  const { pool, clock, cookie, sessions, names, mails, outbox, keys, visitors, operations, authenticate, erase } =
    parts;
  const guarded = new WeakSet<FastifyInstance>();

  /** What queries read of accounts, over connections that only read. */
  const readsFrom = (reading: Pool) => ({
    accounts: createAccounts(reading, sessions, names, mails, clock),
    ownDataExport: (services: ExportServices) => ownDataExport({ ...services, pool: reading, clock }),
  });

  return {
    ...readsFrom(pool),
    readsFrom,
    /**
     * Who is calling, by the session cookie. A superadmin who views the product as another user may only read.
     * @throws Refused VIEWING_ONLY
     */
    authenticate,
    /** The superadmin behind the session, while viewing the product as another user. */
    authenticateOwn: parts.authenticateOwn,
    /** A session for work on behalf of a user, in one of their roles; null if the user does not have it now. */
    sessionAs: sessions.standIn,
    apiKeySecrets: createApiKeySecrets(pool, options.sessionSecret),
    outbox,
    mailFeed: createMailFeed(pool, clock),
    distributorInvitations: createDistributorInvitations(parts),
    weeklyDigests: createWeeklyDigests(pool, clock),
    headMails: createHeadMails(pool, clock),
    /** The newest mails with their links, for the mailbox page of a demo. */
    recentMails: outbox.recent,
    webhookSecrets: createWebhookSecrets(pool, options.sessionSecret),
    /** Enables `Idempotency-Key` for calls of a scope that belong to a session. */
    installKeys: keys.install,
    /** Encrypts answers that are kept for an `Idempotency-Key`. */
    answerSealing: keys.sealing,
    views: createViews(pool, sessions, clock),
    /** A keyed hash of a request's network; it does not reveal the network. */
    networkIdOf: keys.networkIdOf,
    /** Whose requests are bounded together: a session's, a visitor's, else a network's. */
    callerOf: (request: FastifyRequest) => cookie.read(request) ?? visitors.read(request) ?? networkCaller(request),
    /**
     * The id by which a browser is known to come again (visitors.ts).
     * @throws Refused TOO_MANY_REQUESTS where `userId` is null
     */
    visitorIdOf: visitors.idOf,
    /** Spends the budget of a call (contracts/catalogue/budgets.ts). */
    spendBudget: parts.budgets.spendOf,
    recordLook: createLooks(pool, clock),
    sessionCookieName: cookie.name,
    /** Guards the sensitive calls of an app. To be called before their routes are added; a second call has no effect. */
    guardSensitiveCalls(app: FastifyInstance): void {
      if (guarded.has(app)) return;
      guarded.add(app);
      guardSensitiveCalls(app, parts);
    },
    /** Serves the account calls, `/api/login` and `/api/logout`. The app needs @fastify/cookie (platform/http/app.ts). */
    mount: (app: FastifyInstance, services: Parameters<typeof mountAccounts>[3] = {}) =>
      mountAccounts(app, parts, options, services),
    mountPictures(
      app: FastifyInstance,
      decode: DecodePicture,
      onPicture: (outcome: PictureOutcome) => void = () => {},
    ): void {
      mountPictureUploads(app, { ...parts, decode, onPicture });
      mountWithKeys(parts, app, (scope) => mountPictureCalls(scope, parts));
    },
    /**
     * Erases an account for its person, who cannot sign in: for the operator's command line.
     * @throws Refused OWNS_BUSINESS, PAID_PLAN_RUNNING
     */
    async eraseAccount(userId: string, how: ErasureByOthers & { readonly closeBusiness: boolean }): Promise<void> {
      const { closeBusiness, ...others } = how;
      await erase({ userId, closeBusiness, proof: null }, others);
    },
    mountErasure(app: FastifyInstance, services: ErasureServices): void {
      mountWithKeys(parts, app, (scope) => mountErasureCall(scope, { ...services, authenticate, cookie, erase }));
    },
    mountDataRequests(app: FastifyInstance, services: DataRequestServices): void {
      const given = { ...parts, ...services, accounts: readsFrom(pool).accounts };
      mountWithKeys(parts, app, (scope) => mountDataRequestCalls(scope, given));
    },
    ...operations,
    /** Ends the listening. Call it before the pool ends. */
    close: sessions.close,
    /** Housekeeping: call it periodically. */
    deleteExpired: () => deleteExpired(parts),
  };
}
