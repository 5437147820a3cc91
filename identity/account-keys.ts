import { createHash, createHmac } from 'node:crypto';
import { accountCalls } from '@perktree/contracts/account/calls';
import { mailCalls } from '@perktree/contracts/account/mail-calls';
import { clientNetwork } from '@perktree/platform/http/client-network';
import { installIdempotencyKeys } from '@perktree/platform/http/idempotency/install';
import { KeyStore } from '@perktree/platform/http/idempotency/key-store';
import { idempotencyKeyOf, requestHash } from '@perktree/platform/http/idempotency/request';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { passwordHashOf } from './account-store.ts';
import { normaliseEmail } from './email.ts';
import type { IdentityParts } from './parts.ts';
import { createSealing } from './sealing.ts';
import type { SignIn } from './sign-in.ts';

const TABLE = 'identity.idempotency_keys';
/** The calls that begin a session. */
const ENTRIES: readonly string[] = [accountCalls.register.path, accountCalls.login.path];
/** Calls of callers who are known by the e-mail address of the body. */
const ADDRESS_CALLS: ReadonlySet<string> = new Set([...ENTRIES, mailCalls.forgotPassword.path]);
/** Calls of callers who are known by the token of a link. */
const TOKEN_CALLS: ReadonlySet<string> = new Set([accountCalls.resetPassword.path, mailCalls.verifyEmail.path]);

/** How owners begin that are sessions; all others are not signed in. */
const SESSIONS = 'session ';

export type AccountKeys = ReturnType<typeof createAccountKeys>;

/**
 * `Idempotency-Key` on the calls about accounts (docs/reference/accounts.md). A stored answer never signs in: if the
 * first one did, the repeated request is checked by its password again and gets its own session. A key that was used
 * with another body counts as a wrong password, so that knowing a key gives no further guesses.
 */
export function createAccountKeys(
  services: Pick<IdentityParts, 'pool' | 'cookie' | 'sessions' | 'limits' | 'logger'> & {
    readonly secret: string;
    readonly signIn: SignIn;
  },
) {
  const { pool, secret, cookie, sessions, signIn, limits, logger } = services;
  const keys = new KeyStore(pool, TABLE);
  const sealing = createSealing(secret, 'kept answers');
  /** A keyed hash, because bodies contain passwords. */
  const keyed = (what: string) => createHmac('sha256', secret).update(what).digest('base64url');
  const hashOf = (request: FastifyRequest) => keyed(`request ${requestHash(request)}`);
  const sessionOwner = (token: string) => `${SESSIONS}${createHash('sha256').update(token).digest('base64url')}`;
  const entryOwner = (path: string, email: string) => `${path} ${keyed(`e-mail ${normaliseEmail(email)}`)}`;

  /** All other callers are known by their session, also by one that their own call has ended. */
  function ownerOf(request: FastifyRequest): string | null {
    const path = request.routeOptions.url ?? '';
    if (ADDRESS_CALLS.has(path)) {
      const email = textIn(request.body, 'email');
      return email === null ? null : entryOwner(path, email);
    }
    const token = TOKEN_CALLS.has(path) ? textIn(request.body, 'token') : null;
    if (token !== null) return keyed(`${path} ${token}`);
    const session = cookie.read(request);
    return session === null ? null : sessionOwner(session);
  }

  /** The account whose password the body contains, or a placeholder for an ended session; null without a password. */
  async function guessedAt(request: FastifyRequest): Promise<string | null> {
    if (!hasPassword(request.body)) return null;
    const email = textIn(request.body, 'email');
    // As a login counts it: another spelling of the address would give further guesses.
    if (email !== null) return normaliseEmail(email);
    return (await emailOfSession(request)) ?? ownerOf(request);
  }

  /**
   * Counts the password of a body as a guess.
   * @param result null: a wrong one. True: a right one, which is refused where guesses are: else its answer would tell it
   * @throws Refused TOO_MANY_REQUESTS
   */
  async function countGuess(request: FastifyRequest, result: true | null): Promise<void> {
    const email = await guessedAt(request);
    if (email !== null) await limits.guard({ kind: 'login', email, ip: request.ip }, async () => result);
  }

  async function emailOfSession(request: FastifyRequest): Promise<string | null> {
    const token = cookie.read(request);
    const session = token === null ? null : await sessions.find(token);
    if (session === null) return null;
    // Not the viewed user: the superadmin made the guess.
    const { userId } = session.view?.own ?? session;
    return (await passwordHashOf(pool, userId))?.email ?? null;
  }

  async function signInAgain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The first of these requests was valid, and this is the same one. To register as a business needs no confirmation.
    const isRegistration = request.routeOptions.url === accountCalls.register.path;
    const parsed = accountCalls.login.body.strip().parse(request.body);
    const { email, password, intent, confirmBusiness = isRegistration, oneTimeCode } = parsed;
    const entry = { email, password, intent, confirmBusiness, oneTimeCode };
    const { token } = await signIn.login({ ...entry, ...cookie.visitorOf(request) });
    cookie.write(reply, token);
  }

  return {
    sealing,

    /** Enables keys for the calls of a scope. */
    install(scope: FastifyInstance): void {
      installIdempotencyKeys(scope, {
        keys,
        logger,
        sealing,
        ownerOf: async (request) => ownerOf(request),
        hashOf,
        keepsRefusals: (owner) => owner.startsWith(SESSIONS),
        onReused: (request) => countGuess(request, null),
        async onReplay(request, reply, { status }) {
          if (!ENTRIES.includes(request.routeOptions.url ?? '')) await countGuess(request, true);
          else if (status < 300) await signInAgain(request, reply);
        },
      });
    },

    /** What names a registration with a key, so that a retry finds the account which an attempt that died has opened. */
    registrationOf(request: FastifyRequest): string | null {
      const key = idempotencyKeyOf(request);
      return key === null ? null : keyed(`registration ${key} ${hashOf(request)}`);
    },

    /** A keyed hash of a request's network. */
    networkIdOf: (request: FastifyRequest): string => keyed(`network ${clientNetwork(request.ip)}`),

    /** Deletes the answers of an account, whose sessions are still there, and those that hold one of the texts. */
    async forget(
      db: Queryable,
      account: { readonly userId: string; readonly email: string | null; readonly texts: readonly string[] },
    ): Promise<void> {
      const { userId, email, texts } = account;
      const query = sql('identity.sessions').where({ user_id: userId }).select('token');
      const { rows } = await run<{ token: string }>(db, query);
      const owners = [
        ...(email === null ? [] : ENTRIES.map((path) => entryOwner(path, email))),
        ...rows.map(({ token }) => sessionOwner(token)),
      ];
      await keys.forgetPerson({ owners, texts }, db);
    },

    deleteExpired: () => keys.purge(),
  };
}

function textIn(body: unknown, field: string): string | null {
  const value = ((body ?? {}) as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}

/** Whether a body has a password, or a code, which can be guessed as a password can. */
const hasPassword = (body: unknown) =>
  ['password', 'currentPassword', 'oneTimeCode'].some((field) => textIn(body, field) !== null);
