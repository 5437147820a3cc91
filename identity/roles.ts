import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/envelope';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { auditsSql } from './audits.ts';
import { firstHeld } from './intents.ts';

/** The stored roles, and `auditor` as long as the account may audit something. */
export async function heldRoles(db: Queryable, userId: string, now: Date): Promise<Role[]> {
  const { rows } = await db.query<{ role: Role }>(
    `SELECT role FROM identity.account_roles WHERE user_id = $1
     UNION ALL SELECT 'auditor' WHERE ${auditsSql('$1', '$2')} IS NOT NULL`,
    [userId, now],
  );
  return rows.map(({ role }) => role);
}

/**
 * Adds roles to an account. Idempotent; an unknown account is ignored. A site owner has exactly one tenant, which is
 * created with the role. A unique constraint on the owner prevents a second one under concurrency.
 */
export async function grantRoles(db: Queryable, userId: string, roles: readonly Role[]): Promise<void> {
  if (roles.length === 0) return;
  await db.query(
    // The lock waits for an erasure that is under way, and then finds no account.
    `INSERT INTO identity.account_roles (user_id, role)
     SELECT id, unnest($2::text[]) FROM (SELECT id FROM identity.users WHERE id = $1 FOR KEY SHARE) account
     ON CONFLICT DO NOTHING`,
    [userId, [...roles].sort()],
  );
  if (roles.includes('site_owner')) await ensureTenant(db, userId);
}

export async function ensureTenant(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `INSERT INTO identity.tenants (id, owner_id) SELECT $1, id FROM identity.users WHERE id = $2
     ON CONFLICT (owner_id) DO NOTHING`,
    [randomUUID(), userId],
  );
}

/** Removes a role. Sessions in which it was active switch to the strongest role left, or end if none is left. */
export async function withdrawRole(db: Queryable, userId: string, role: Role, now: Date): Promise<void> {
  // Waits for a grant or another withdrawal of this account, so that "the roles left" are these.
  await db.query('SELECT 1 FROM identity.users WHERE id = $1 FOR UPDATE', [userId]);
  await db.query('DELETE FROM identity.account_roles WHERE user_id = $1 AND role = $2', [userId, role]);
  const next = firstHeld(await heldRoles(db, userId, now));
  if (next === undefined) {
    await db.query('DELETE FROM identity.sessions WHERE user_id = $1', [userId]);
    return;
  }
  await db.query('UPDATE identity.sessions SET active_role = $3 WHERE user_id = $1 AND active_role = $2', [
    userId,
    role,
    next,
  ]);
}
