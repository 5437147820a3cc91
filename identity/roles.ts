import { randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import { auditsSql } from './audits.ts';
import { firstHeld } from './intents.ts';

/** The stored roles, and `auditor` as long as the account may audit something. */
export async function heldRoles(db: Queryable, userId: string, now: Date): Promise<Role[]> {
  const { rows } = await run<{ role: Role }>(
    db,
    `SELECT role FROM identity.account_roles WHERE user_id = :userId
     UNION ALL SELECT 'auditor' WHERE ${auditsSql(':userId', ':now')} IS NOT NULL`,
    { userId, now },
  );
  return rows.map(({ role }) => role);
}

/**
 * Adds roles to an account. Idempotent; an unknown account is ignored. A site owner has exactly one tenant, which is
 * created with the role. A unique constraint on the owner prevents a second one under concurrency.
 */
export async function grantRoles(db: Queryable, userId: string, roles: readonly Role[]): Promise<void> {
  if (roles.length === 0) return;
  await run(
    db,
    // The lock waits for an erasure that is under way, and then finds no account.
    `INSERT INTO identity.account_roles (user_id, role)
     SELECT id, unnest(:roles::text[]) FROM (SELECT id FROM identity.users WHERE id = :userId FOR KEY SHARE) account
     ON CONFLICT DO NOTHING`,
    { userId, roles: [...roles].sort() },
  );
  if (roles.includes('site_owner')) await ensureTenant(db, userId);
}

export async function ensureTenant(db: Queryable, userId: string): Promise<void> {
  await run(
    db,
    `INSERT INTO identity.tenants (id, owner_id) SELECT :id, id FROM identity.users WHERE id = :userId
     ON CONFLICT (owner_id) DO NOTHING`,
    { id: randomUUID(), userId },
  );
}

/** Removes a role. Sessions in which it was active switch to the strongest role left, or end if none is left. */
export async function withdrawRole(db: Queryable, userId: string, role: Role, now: Date): Promise<void> {
  // Waits for a grant or another withdrawal of this account, so that "the roles left" are these.
  await run(db, sql('identity.users').where({ id: userId }).forUpdate().select('id'));
  await run(db, sql('identity.account_roles').where({ user_id: userId, role }).delete());
  const next = firstHeld(await heldRoles(db, userId, now));
  const sessions = sql('identity.sessions').where({ user_id: userId });
  await run(
    db,
    next === undefined ? sessions.delete() : sessions.where({ active_role: role }).update({ active_role: next }),
  );
}
