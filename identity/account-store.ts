import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Language } from '@perktree/contracts/kernel/languages';
import { isThere, named, run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { grantRoles, heldRoles } from './roles.ts';

export interface Profile {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailVerified: boolean;
}

/** Marks notifications as read until a time, or until now if it is later; never marks one as unread. */
export async function readNotifications(db: Queryable, userId: string, until: string, now: Date): Promise<void> {
  const latest = 'greatest(notifications_read_until, least(:until::timestamptz, :now::timestamptz))';
  await run(db, users(userId).update({ notifications_read_until: named(latest, { until, now }) }));
}

/** The provider of credentials with an e-mail address and a password. */
const PASSWORD_PROVIDER = 'credential';

const users = (id: string) => sql('identity.users').where({ id });
const passwords = (userId: string) =>
  sql('identity.credentials').where({ user_id: userId, provider_id: PASSWORD_PROVIDER });
const fullName = (names: readonly (string | null)[]) => names.filter(Boolean).join(' ');

interface NewAccount {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly roles: readonly Role[];
  /** Names the request that asks for it; null: it has no key. */
  readonly registeredBy: string | null;
  /** Of mails to the account; null: not known. */
  readonly language: Language | null;
}

/** Opens an account with a password and its roles, in the caller's transaction. Null: the address has one already. */
export async function openAccount(
  db: Queryable,
  account: NewAccount & { readonly passwordHash: string },
): Promise<Profile | null> {
  const { email, firstName, lastName, passwordHash } = account;
  const id = await storeAccount(db, { ...account, credential: { providerId: PASSWORD_PROVIDER, passwordHash } });
  return id === null ? null : { id, email, firstName, lastName, emailVerified: false };
}

/**
 * Opens an account with its first credential and roles, in the caller's transaction.
 * @returns its id; null: the address has an account already
 */
export async function storeAccount(
  db: Queryable,
  account: NewAccount & {
    readonly credential: {
      readonly providerId: string;
      /** Left out: that of the account. */
      readonly accountId?: string;
      readonly passwordHash?: string;
    };
  },
): Promise<string | null> {
  const { email, firstName, lastName, credential } = account;
  const id = randomUUID();
  const user = {
    id,
    email,
    name: fullName([firstName, lastName]),
    first_name: firstName,
    last_name: lastName,
    registered_by: account.registeredBy,
    language: account.language,
  };
  const { rowCount } = await run(db, sql('identity.users').insert(user).onConflict('email').ignore());
  if (rowCount === 0) return null;
  const { providerId, accountId = id, passwordHash = null } = credential;
  const first = { user_id: id, provider_id: providerId, account_id: accountId, password: passwordHash };
  await run(db, sql('identity.credentials').insert({ id: randomUUID(), ...first }));
  await grantRoles(db, id, account.roles);
  return id;
}

export const emailIsTaken = (db: Queryable, email: string): Promise<boolean> =>
  isThere(db, sql('identity.users').where({ email }));

/** Whether this very request has opened the account before, and was cut off before it could answer. */
export const wasOpenedBy = (db: Queryable, email: string, registeredBy: string): Promise<boolean> =>
  isThere(db, sql('identity.users').where({ email, registered_by: registeredBy }));

/** The credentials for a login. One statement for known and unknown addresses alike. */
export const findCredential = (db: Queryable, email: string) => findPassword(db, 'u.email', email);

/** Password hash and address of a signed-in account; null without a password or after erasure. */
export const passwordHashOf = (db: Queryable, userId: string) => findPassword(db, 'u.id', userId);

async function findPassword(
  db: Queryable,
  column: 'u.email' | 'u.id',
  value: string,
): Promise<{ userId: string; email: string; passwordHash: string } | null> {
  const query = sql('identity.users as u')
    .join('identity.credentials as c', 'c.user_id', 'u.id')
    .where({ [column]: value, 'c.provider_id': PASSWORD_PROVIDER })
    .whereNotNull('c.password')
    .select({ userId: 'u.id', email: 'u.email', passwordHash: 'c.password' });
  const { rows } = await run<{ userId: string; email: string; passwordHash: string }>(db, query);
  return rows[0] ?? null;
}

/** Replaces a password's hash by that of another password, or by another one of the same. @returns false: it is another by now */
export async function replacePassword(
  db: Queryable,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const changed = passwords(userId).where('password', from).update({ password: to, updated_at: sql.fn.now() });
  return (await run(db, changed)).rowCount !== 0;
}

export async function setPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  const change = { password: passwordHash, updated_at: sql.fn.now() };
  await run(db, passwords(userId).whereNotNull('password').update(change));
}

/** Whether the account can prove itself by a password. Reads no hash, which the login for queries may not. */
export const hasPassword = (db: Queryable, userId: string): Promise<boolean> => isThere(db, passwords(userId));

export async function tenantOwnedBy(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await run<{ id: string }>(db, sql('identity.tenants').where({ owner_id: userId }).select('id'));
  return rows[0]?.id ?? null;
}

/** Notes that the account's owner reads mails to its address. */
export async function verifyAddress(db: Queryable, userId: string): Promise<void> {
  await run(db, users(userId).update({ email_verified: true, updated_at: sql.fn.now() }));
}

/**
 * Replaces the address of an account. Security notices that are not sent yet go to the address of before.
 * @param isVerified whether its owner is known to read mails to the new one
 * @returns false: another account has it
 */
export async function changeAddress(
  db: Queryable,
  userId: string,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
): Promise<boolean> {
  const other = sql('identity.users').where({ email }).whereNot('id', userId);
  // A thief of the session may have the new address.
  await run(
    db,
    `UPDATE identity.mails m SET former_address = coalesce(m.former_address, u.email) FROM identity.users u
     WHERE u.id = :userId AND m.user_id = u.id AND m.kind = 'security_notice' AND m.state = 'queued'`,
    { userId },
  );
  const change = { email, email_verified: isVerified, updated_at: sql.fn.now() };
  return (await run(db, users(userId).whereNotExists(other).update(change))).rowCount !== 0;
}

export async function changeName(
  db: Queryable,
  userId: string,
  { firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null },
): Promise<void> {
  const names = { first_name: firstName, last_name: lastName, name: fullName([firstName, lastName]) };
  await run(db, users(userId).update({ ...names, updated_at: sql.fn.now() }));
}

export async function findProfile(db: Queryable, userId: string): Promise<Profile | null> {
  const columns = { firstName: 'first_name', lastName: 'last_name', emailVerified: 'email_verified' };
  return (await run<Profile>(db, users(userId).select('id', 'email', columns))).rows[0] ?? null;
}

/** An account for operators, without personal data. */
export interface AccountDescription {
  readonly userId: string;
  readonly createdAt: Date;
  readonly roles: readonly Role[];
  /** True where a sign-in provider or the link of a mail has verified the address. */
  readonly emailVerified: boolean;
  readonly lockedAt: Date | null;
}

/** All accounts, newest first. @param role null: of any role */
export async function describeAccounts(db: Queryable, role: Role | null): Promise<readonly AccountDescription[]> {
  const roles = sql.raw(
    'ARRAY(SELECT r.role FROM identity.account_roles r WHERE r.user_id = u.id ORDER BY r.role) AS roles',
  );
  const query = sql('identity.users as u').select(DESCRIBED, roles).orderByRaw('created_at DESC, id');
  if (role !== null) query.whereIn('id', sql('identity.account_roles').where({ role }).select('user_id'));
  return (await run<AccountDescription>(db, query)).rows;
}

const DESCRIBED = { userId: 'id', createdAt: 'created_at', emailVerified: 'email_verified', lockedAt: 'locked_at' };

/** @returns null: no account has this address */
export async function describeAccount(db: Queryable, email: string, now: Date): Promise<AccountDescription | null> {
  const query = sql('identity.users').where({ email }).select(DESCRIBED);
  const [found] = (await run<Omit<AccountDescription, 'roles'>>(db, query)).rows;
  return found ? { ...found, roles: await heldRoles(db, found.userId, now) } : null;
}
