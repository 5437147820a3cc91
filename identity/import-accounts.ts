import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Queryable } from '@perktree/platform/postgres/transaction';

/** An account made elsewhere. It has no password, so that it cannot be signed in to until one is set by a reset link. */
export interface ImportedAccount {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Without `site_owner`, which would need a tenant. */
  readonly roles: readonly Exclude<Role, 'site_owner'>[];
}

/** Adds accounts in two statements. Existing accounts with the same id or address are not changed. */
export async function importAccounts(db: Queryable, accounts: readonly ImportedAccount[]): Promise<void> {
  const of = (field: 'userId' | 'email' | 'firstName' | 'lastName') => accounts.map((account) => account[field]);
  await db.query(
    `INSERT INTO identity.users (id, email, name, first_name, last_name)
     SELECT id, email, first || ' ' || last, first, last
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS imported (id, email, first, last)
     ON CONFLICT DO NOTHING`,
    [of('userId'), of('email'), of('firstName'), of('lastName')],
  );
  const held = accounts.flatMap(({ userId, roles }) => roles.map((role) => [userId, role] as const));
  await db.query(
    `INSERT INTO identity.account_roles (user_id, role)
     SELECT u.id, held.role FROM unnest($1::uuid[], $2::text[]) AS held (user_id, role)
     JOIN identity.users u ON u.id = held.user_id ON CONFLICT DO NOTHING`,
    [held.map(([userId]) => userId), held.map(([, role]) => role)],
  );
}
