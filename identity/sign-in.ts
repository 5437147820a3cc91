import type { LoginIntent } from '@perktree/contracts/account/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Language } from '@perktree/contracts/kernel/languages';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import {
  emailIsTaken,
  findCredential,
  findProfile,
  openAccount,
  type Profile,
  passwordHashOf,
  replacePassword,
  wasOpenedBy,
} from './account-store.ts';
import { normaliseEmail } from './email.ts';
import { entryAtLogin, entryAtRegistration } from './intents.ts';
import type { IdentityParts } from './parts.ts';
import { ensureTenant, grantRoles, heldRoles } from './roles.ts';
import type { Visitor } from './session-cookie.ts';

export interface SignedIn {
  readonly token: string;
  readonly profile: Profile;
  readonly activeRole: Role;
}

interface Registration extends Visitor {
  readonly email: string;
  readonly password: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly intent: LoginIntent | undefined;
  readonly returnTo: string | undefined;
  /** Names the request, where it has an idempotency key: made again, it is the same registration. */
  readonly registeredBy: string | null;
  /** Of mails to the account. */
  readonly language: Language | null;
}

interface Login extends Visitor {
  readonly email: string;
  readonly password: string;
  readonly intent: LoginIntent | undefined;
  readonly confirmBusiness: boolean;
  /** Of the second factor, where the account has one. */
  readonly oneTimeCode?: string | undefined;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Registration and login. Each is one transaction over account, roles, tenant and session. */
export function createSignIn(services: IdentityParts) {
  const { clock, mails, pool, sessions, passwords, limits, budgets, codes, codeBackoff, refuseWeakPassword } = services;

  /** @throws Refused EMAIL_TAKEN, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, TOO_MANY_REQUESTS */
  async function register(registration: Registration): Promise<SignedIn> {
    const email = normaliseEmail(registration.email);
    const { registeredBy } = registration;
    if (registeredBy !== null && (await wasOpenedBy(pool, email, registeredBy))) {
      return login({ ...registration, confirmBusiness: true });
    }
    const { password, firstName, lastName } = registration;
    // First, so that the answer does not reveal whether an account exists.
    await refuseWeakPassword({ field: 'password', password, owner: { email, firstName, lastName } });
    await budgets.spendRegistration(registration.intent ?? 'customer', registration.device.ip);
    const attempt = { kind: 'register', email, ip: registration.device.ip } as const;
    const signedIn = await limits.guard(attempt, async () => {
      // Saves a hash for a taken address. The unique constraint decides between concurrent registrations.
      if (await emailIsTaken(pool, email)) return null;
      const passwordHash = await passwords.hash(password);
      return inTransaction(pool, async (db) => {
        const { grant, activeRole } = entryAtRegistration(registration.intent);
        const profile = await openAccount(db, {
          email,
          passwordHash,
          firstName: firstName || null,
          lastName: lastName || null,
          roles: grant,
          registeredBy,
          language: registration.language,
        });
        if (profile === null) return null;
        await mails.queueVerification(db, profile.id, registration.returnTo);
        const token = await sessions.rotate(db, { userId: profile.id, activeRole, ...visitorOf(registration) });
        return { token, profile, activeRole };
      });
    });
    if (signedIn === null) throw new Refused('EMAIL_TAKEN');
    if (registration.previousToken !== null) sessions.forget(registration.previousToken);
    return signedIn;
  }

  /**
   * @throws Refused WRONG_CREDENTIALS, TOO_MANY_REQUESTS, BUSINESS_CONFIRMATION_REQUIRED; where the password is right and
   * there is a second factor, SECOND_FACTOR_REQUIRED, WRONG_ONE_TIME_CODE, SECOND_FACTOR_UNREADABLE
   */
  async function login(attempt: Login): Promise<SignedIn> {
    const email = normaliseEmail(attempt.email);
    const counted = { kind: 'login', email, ip: attempt.device.ip } as const;
    const verified = await limits.guard(counted, () => verify(email, attempt.password));
    if (verified === null) throw new Refused('WRONG_CREDENTIALS');
    // A code is a guess as a password is, and counts with them.
    const entering = () => enter(attempt, verified);
    const guarded = () => codeBackoff.guard(verified.userId, () => limits.guard(counted, entering));
    const entered = await (attempt.oneTimeCode === undefined ? entering() : guarded());
    if (entered === null) throw new Refused('WRONG_ONE_TIME_CODE');
    // Sessions of this account on other devices hold the new role at once, too.
    if (entered.granted) sessions.forgetAll();
    else if (attempt.previousToken !== null) sessions.forget(attempt.previousToken);
    return entered.signedIn;
  }

  /** Begins a session after a correct password. Null for a wrong one-time code. */
  async function enter(
    attempt: Login,
    { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
  ): Promise<{ readonly signedIn: SignedIn; readonly granted: boolean } | null> {
    return inTransaction(pool, async (db) => {
      // Locks account and password until the session exists, so that a later change also ends this session.
      await run(db, sql('identity.users').where({ id: userId }).forKeyShare().select('id'));
      const profile = await findProfile(db, userId);
      // Erased, or given another password, since the password was compared.
      const current = await passwordHashOf(db, userId);
      if (profile === null || current?.passwordHash !== passwordHash) throw new Refused('WRONG_CREDENTIALS');
      if (!(await codes.passes(db, userId, attempt.oneTimeCode))) return null;
      const entry = entryAtLogin({ ...attempt, held: await heldRoles(db, userId, clock()) });
      await grantRoles(db, userId, entry.grant);
      const { activeRole } = entry;
      // For accounts that became site owners before tenants existed.
      if (activeRole === 'site_owner') await ensureTenant(db, userId);
      const token = await sessions.rotate(db, { userId, activeRole, ...visitorOf(attempt) });
      return { signedIn: { token, profile, activeRole }, granted: entry.grant.length > 0 };
    });
  }

  /** Computes one hash for known and unknown accounts, so that neither answer nor time reveals which it is. */
  async function verify(email: string, password: string): Promise<{ userId: string; passwordHash: string } | null> {
    const credential = await findCredential(pool, email);
    if (credential === null) {
      await passwords.hash(password);
      return null;
    }
    const right = await passwords.verify({ hash: credential.passwordHash, password });
    return right ? rehashed(credential, password) : null;
  }

  /** Replaces a hash that an older rule made. If a concurrent login or change replaced it, that hash decides. */
  async function rehashed(
    credential: { readonly userId: string; readonly email: string; readonly passwordHash: string },
    password: string,
  ): Promise<{ userId: string; passwordHash: string } | null> {
    const { userId, email, passwordHash: from } = credential;
    if (!passwords.isOutdated?.(from)) return credential;
    const to = await passwords.hash(password);
    const isReplaced = await replacePassword(pool, { userId, from, to });
    return isReplaced ? { userId, passwordHash: to } : verify(email, password);
  }

  return { register, login };
}

function visitorOf({ device, previousToken }: Visitor): Visitor {
  return { device, previousToken };
}
