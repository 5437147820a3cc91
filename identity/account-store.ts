import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/envelope';
import type { MailLanguage } from '@perktree/platform/mail';
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
  await db.query(
    `UPDATE identity.users SET notifications_read_until =
       greatest(notifications_read_until, least($2::timestamptz, $3::timestamptz)) WHERE id = $1`,
    [userId, until, now],
  );
}

/** The provider of credentials with an e-mail address and a password. */
const PASSWORD_PROVIDER = 'credential';

interface NewAccount {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly roles: readonly Role[];
  /** Names the request that asks for it; null: it has no key. */
  readonly registeredBy: string | null;
  /** Of mails to the account; null: not known. */
  readonly language: MailLanguage | null;
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
  const { rowCount } = await db.query(
    `INSERT INTO identity.users (id, email, name, first_name, last_name, registered_by, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (email) DO NOTHING`,
    [
      id,
      email,
      [firstName, lastName].filter(Boolean).join(' '),
      firstName,
      lastName,
      account.registeredBy,
      account.language,
    ],
  );
  if (rowCount === 0) return null;
  await db.query(
    `INSERT INTO identity.credentials (id, user_id, provider_id, account_id, password) VALUES ($1, $2, $3, $4, $5)`,
    [randomUUID(), id, credential.providerId, credential.accountId ?? id, credential.passwordHash ?? null],
  );
  await grantRoles(db, id, account.roles);
  return id;
}

export async function emailIsTaken(db: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM identity.users WHERE email = $1', [email]);
  return rowCount !== 0;
}

/** Whether this very request has opened the account before, and was cut off before it could answer. */
export async function wasOpenedBy(db: Queryable, email: string, registeredBy: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM identity.users WHERE email = $1 AND registered_by = $2', [
    email,
    registeredBy,
  ]);
  return rowCount !== 0;
}

/** The credentials for a login. One statement for known and unknown addresses alike. */
export const findCredential = (db: Queryable, email: string) => findPassword(db, 'u.email', email);

/** Password hash and address of a signed-in account; null without a password or after erasure. */
export const passwordHashOf = (db: Queryable, userId: string) => findPassword(db, 'u.id', userId);

async function findPassword(
  db: Queryable,
  column: 'u.email' | 'u.id',
  value: string,
): Promise<{ userId: string; email: string; passwordHash: string } | null> {
  const { rows } = await db.query<{ userId: string; email: string; passwordHash: string }>(
    `SELECT u.id AS "userId", u.email, c.password AS "passwordHash"
     FROM identity.users u JOIN identity.credentials c ON c.user_id = u.id
     WHERE ${column} = $1 AND c.provider_id = $2 AND c.password IS NOT NULL`,
    [value, PASSWORD_PROVIDER],
  );
  return rows[0] ?? null;
}

/** Replaces a password's hash by that of another password, or by another one of the same. @returns false: it is another by now */
export async function replacePassword(
  db: Queryable,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE identity.credentials SET password = $4, updated_at = now()
     WHERE user_id = $1 AND provider_id = $2 AND password = $3`,
    [userId, PASSWORD_PROVIDER, from, to],
  );
  return rowCount !== 0;
}

/** Replaces the password of an account that has one. */
export async function setPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.query(
    `UPDATE identity.credentials SET password = $3, updated_at = now()
     WHERE user_id = $1 AND provider_id = $2 AND password IS NOT NULL`,
    [userId, PASSWORD_PROVIDER, passwordHash],
  );
}

/** Whether the account can prove itself by a password. Reads no hash, which the login for queries may not. */
export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM identity.credentials WHERE user_id = $1 AND provider_id = $2', [
    userId,
    PASSWORD_PROVIDER,
  ]);
  return rowCount !== 0;
}

/** The business that an account owns. */
export async function tenantOwnedBy(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = $1', [userId]);
  return rows[0]?.id ?? null;
}

/** Notes that the account's owner reads mails to its address. */
export async function verifyAddress(db: Queryable, userId: string): Promise<void> {
  await db.query('UPDATE identity.users SET email_verified = true, updated_at = now() WHERE id = $1', [userId]);
}

/**
 * Replaces the address of an account.
 * @param isVerified whether its owner is known to read mails to the new one
 * @returns false: another account has it
 */
export async function changeAddress(
  db: Queryable,
  userId: string,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE identity.users SET email = $2, email_verified = $3, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM identity.users WHERE email = $2 AND id <> $1)`,
    [userId, email, isVerified],
  );
  return rowCount !== 0;
}

export async function changeName(
  db: Queryable,
  userId: string,
  { firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null },
): Promise<void> {
  await db.query(
    'UPDATE identity.users SET first_name = $2, last_name = $3, name = $4, updated_at = now() WHERE id = $1',
    [userId, firstName, lastName, [firstName, lastName].filter(Boolean).join(' ')],
  );
}

export async function findProfile(db: Queryable, userId: string): Promise<Profile | null> {
  const { rows } = await db.query<Profile>(
    `SELECT id, email, first_name AS "firstName", last_name AS "lastName", email_verified AS "emailVerified"
     FROM identity.users WHERE id = $1`,
    [userId],
  );
  return rows[0] ?? null;
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
  const { rows } = await db.query<AccountDescription>(
    `SELECT id AS "userId", created_at AS "createdAt", email_verified AS "emailVerified", locked_at AS "lockedAt",
       ARRAY(SELECT r.role FROM identity.account_roles r WHERE r.user_id = u.id ORDER BY r.role) AS roles
     FROM identity.users u
     WHERE $1::text IS NULL OR EXISTS (SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = $1)
     ORDER BY created_at DESC, id`,
    [role],
  );
  return rows;
}

/** @returns null: no account has this address */
export async function describeAccount(db: Queryable, email: string, now: Date): Promise<AccountDescription | null> {
  const { rows } = await db.query<Omit<AccountDescription, 'roles'>>(
    `SELECT id AS "userId", created_at AS "createdAt", email_verified AS "emailVerified", locked_at AS "lockedAt"
     FROM identity.users WHERE email = $1`,
    [email],
  );
  const [found] = rows;
  return found ? { ...found, roles: await heldRoles(db, found.userId, now) } : null;
}
