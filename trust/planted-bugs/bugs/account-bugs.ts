import type { PlantedBug } from '../bug.ts';

const cookieSpec = 'identity/session-cookie.spec.ts';
const guessing = 'identity/guessing.spec.ts';
const passwordChange = 'identity/password-change.spec.ts';

/** Sessions, passwords, and who may do what. */
export const accountBugs: readonly PlantedBug[] = [
  {
    name: 'scripts can read the session cookie',
    file: 'identity/session-cookie.ts',
    before: 'httpOnly: true',
    after: 'httpOnly: false',
    caughtBy: cookieSpec,
    isQuick: true,
  },
  {
    name: 'other sites’ forms send the session cookie',
    file: 'identity/session-cookie.ts',
    before: "sameSite: 'lax'",
    after: "sameSite: 'none'",
    caughtBy: cookieSpec,
  },
  {
    name: 'a session cookie counts without its signature',
    file: 'identity/session-cookie.ts',
    before: 'given.length === expected.length && timingSafeEqual(given, expected)',
    after: 'given.length === expected.length',
    caughtBy: 'trust/attacks/tokens/tokens.spec.ts',
    isQuick: true,
  },
  {
    name: 'a session lives on after the login that replaced it',
    file: 'identity/session-store.ts',
    before: 'if (entry.previousToken) await',
    after: 'if (!entry.previousToken) await',
    caughtBy: 'identity/sign-in.spec.ts',
  },
  {
    name: 'logging out leaves the session',
    file: 'identity/session-store.ts',
    before:
      "      await pool.query('DELETE FROM identity.sessions WHERE token = $1', [token]);\n      cache.forget(token);",
    after: '      cache.forget(token);',
    caughtBy: cookieSpec,
  },
  {
    name: 'a role that was taken away counts for a minute',
    file: 'identity/session-cache.ts',
    before: 'const KEEP_MS = 1_000;',
    after: 'const KEEP_MS = 60_000;',
    caughtBy: 'identity/session-cache.spec.ts',
  },
  {
    name: 'a look-up that began before a change puts the old session back',
    file: 'identity/session-cache.ts',
    before: 'session === null || seen !== changes',
    after: 'session === null',
    caughtBy: 'identity/session-cache.spec.ts',
  },
  {
    name: 'a session keeps a role that the account has lost',
    file: 'identity/session-store.ts',
    before: 'roles.includes(row.active_role) ? row.active_role : firstHeld(roles)',
    after: 'row.active_role',
    caughtBy: 'identity/accounts.spec.ts',
  },
  {
    name: 'a new password leaves the other sessions',
    file: 'identity/password-change.ts',
    before: '        await endOtherSessions(db, session);\n',
    after: '',
    caughtBy: passwordChange,
  },
  {
    name: 'a login under way with the old password outlives the new one',
    file: 'identity/sign-in.ts',
    before: 'profile === null || current?.passwordHash !== passwordHash',
    after: 'profile === null || current === null',
    caughtBy: passwordChange,
  },
  {
    name: 'a session that has ended ends the others',
    file: 'identity/ended-sessions.ts',
    before: "if (rowCount === 0) throw new Refused('NOT_SIGNED_IN');",
    after: "if (rowCount === null) throw new Refused('NOT_SIGNED_IN');",
    caughtBy: passwordChange,
  },
  {
    name: 'a used key tells which guess of a password is right',
    file: 'identity/account-keys.ts',
    before: "{ kind: 'login', email, ip: request.ip }, async () => true",
    after: "{ kind: 'register', email, ip: request.ip }, async () => true",
    caughtBy: passwordChange,
  },
  {
    name: 'guesses on one account are not limited',
    file: 'identity/attempt-limits.ts',
    before: "if (place.state === 'taken') return place.windowEndsAt;",
    after: "if (place.state !== 'occupied') return new Date(0);",
    caughtBy: guessing,
  },
  {
    name: 'guesses from one network are not limited',
    file: 'identity/attempt-limits.ts',
    before: 'refuseUntil(await counters.blockedUntil(network, ATTEMPT_LIMITS.perNetwork));',
    after: '',
    caughtBy: guessing,
  },
  {
    name: 'an address without an account is answered faster',
    file: 'identity/sign-in.ts',
    before: '      await passwords.hash(password);\n      return null;',
    after: '      return null;',
    caughtBy: guessing,
  },
  {
    name: 'a call asks nobody for their role',
    file: 'platform/http/mount-call.ts',
    before: '      checkAccess(definition, session);\n',
    after: '      if (session === null) checkAccess(definition, session);\n',
    caughtBy: 'standalone/authorization.spec.ts',
  },
  {
    name: 'reads of a site ask for no tenant',
    file: 'query-service/scope.ts',
    before: 'site_id = $1 AND ($2 OR tenant_id = $3)',
    after: 'site_id = $1 AND ($2 OR $3::text IS NOT NULL)',
    caughtBy: 'standalone/authorization.spec.ts',
  },
  {
    name: 'the first proxy is believed although nobody named one',
    file: 'platform/http/app.ts',
    before: 'if (proxies === null) return false;',
    after: 'if (proxies === null) return () => true;',
    caughtBy: 'standalone/behind-a-proxy.spec.ts',
  },
];
