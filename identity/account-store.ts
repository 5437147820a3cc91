import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/envelope';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { grantRoles, heldRoles } from './roles.ts';

export interface Profile {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** better-auth's name for accounts that sign in with an e-mail and a password. */
const PASSWORD_PROVIDER = 'credential';

/** Opens an account with its roles, in the caller's transaction. Null: the address has one already. */
export async function openAccount(
  db: Queryable,
  account: {
    readonly email: string;
    readonly passwordHash: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly roles: readonly Role[];
    /** Names the request that asks for it; null: it has no key. */
    readonly registeredBy: string | null;
  },
): Promise<Profile | null> {
  const { email, firstName, lastName } = account;
  const id = randomUUID();
  const { rowCount } = await db.query(
    `INSERT INTO identity.users (id, email, name, first_name, last_name, registered_by) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email) DO NOTHING`,
    [id, email, [firstName, lastName].filter(Boolean).join(' '), firstName, lastName, account.registeredBy],
  );
  if (rowCount === 0) return null;
  await db.query(
    `INSERT INTO identity.credentials (id, user_id, provider_id, account_id, password) VALUES ($1, $2, $3, $4, $5)`,
    [randomUUID(), id, PASSWORD_PROVIDER, id, account.passwordHash],
  );
  await grantRoles(db, id, account.roles);
  return { id, email, firstName, lastName };
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

/** What a login is checked against: one statement, whether there is such an account or not. */
export async function findCredential(
  db: Queryable,
  email: string,
): Promise<{ userId: string; passwordHash: string } | null> {
  const { rows } = await db.query<{ user_id: string; password: string }>(
    `SELECT c.user_id, c.password FROM identity.users u JOIN identity.credentials c ON c.user_id = u.id
     WHERE u.email = $1 AND c.provider_id = $2 AND c.password IS NOT NULL`,
    [email, PASSWORD_PROVIDER],
  );
  const row = rows[0];
  return row ? { userId: row.user_id, passwordHash: row.password } : null;
}

/** The password of a signed-in account, with its address. Null: it has none, or is gone. */
export async function passwordHashOf(
  db: Queryable,
  userId: string,
): Promise<{ email: string; passwordHash: string } | null> {
  const { rows } = await db.query<{ email: string; password: string }>(
    `SELECT u.email, c.password FROM identity.users u JOIN identity.credentials c ON c.user_id = u.id
     WHERE u.id = $1 AND c.provider_id = $2 AND c.password IS NOT NULL`,
    [userId, PASSWORD_PROVIDER],
  );
  const row = rows[0];
  return row ? { email: row.email, passwordHash: row.password } : null;
}

/** Puts another password in the place of one. @returns false: it is another one already */
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

/** Replaces a password's hash by another one of the same password. @returns false: it is another password by now */
export async function replaceHash(
  db: Queryable,
  { userId, passwordHash, by }: { readonly userId: string; readonly passwordHash: string; readonly by: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE identity.credentials SET password = $3 WHERE user_id = $1 AND provider_id = $4 AND password = $2',
    [userId, passwordHash, by, PASSWORD_PROVIDER],
  );
  return rowCount === 1;
}

/** Whatever the password was: of an account that has one. */
export async function setPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.query(
    `UPDATE identity.credentials SET password = $3, updated_at = now()
     WHERE user_id = $1 AND provider_id = $2 AND password IS NOT NULL`,
    [userId, PASSWORD_PROVIDER, passwordHash],
  );
}

export async function findProfile(db: Queryable, userId: string): Promise<Profile | null> {
  const { rows } = await db.query<{ id: string; email: string; first_name: string | null; last_name: string | null }>(
    'SELECT id, email, first_name, last_name FROM identity.users WHERE id = $1',
    [userId],
  );
  const row = rows[0];
  return row ? { id: row.id, email: row.email, firstName: row.first_name, lastName: row.last_name } : null;
}

/** What an operator may see of an account: nothing personal. */
export interface AccountDescription {
  readonly userId: string;
  readonly createdAt: Date;
  readonly roles: readonly Role[];
  /** True where a sign-in provider has verified the address; addresses of accounts with a password are not verified. */
  readonly emailVerified: boolean;
}

/** @returns null: no account has this address */
export async function describeAccount(db: Queryable, email: string): Promise<AccountDescription | null> {
  const { rows } = await db.query<{ id: string; created_at: Date; email_verified: boolean }>(
    'SELECT id, created_at, email_verified FROM identity.users WHERE email = $1',
    [email],
  );
  const row = rows[0];
  if (!row) return null;
  const { id: userId, created_at: createdAt, email_verified: emailVerified } = row;
  return { userId, createdAt, emailVerified, roles: await heldRoles(db, userId) };
}

/** The operator's way to a superadmin: only an account that exists already. Returns the roles it holds now. */
export async function makeSuperadmin(db: Queryable, email: string): Promise<{ userId: string; roles: Role[] } | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM identity.users WHERE email = $1', [email]);
  const row = rows[0];
  if (!row) return null;
  await grantRoles(db, row.id, ['superadmin']);
  return { userId: row.id, roles: await heldRoles(db, row.id) };
}
