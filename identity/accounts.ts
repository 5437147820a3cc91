import type { Role } from '@perktree/contracts/envelope';
import { type Accounts, DELETED_USER } from '@perktree/platform/accounts';
import type { Pool } from 'pg';
import { normaliseEmail } from './email.ts';
import { grantRoles, withdrawRole } from './roles.ts';
import type { SessionStore } from './session-store.ts';
import { inTransaction } from './transaction.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface NamedRow {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
}

/** What the other services ask of the account store (platform/accounts.ts), on Postgres. */
export function createAccounts(pool: Pool, sessions: SessionStore): Accounts {
  return {
    async displayNames(userIds) {
      const names = await namesById(pool, userIds);
      return new Map(userIds.map((id) => [id, names.get(id.toLowerCase())?.name ?? DELETED_USER]));
    },
    async contacts(userIds) {
      const names = await namesById(pool, userIds);
      const known = userIds.flatMap((id) => {
        const contact = names.get(id.toLowerCase());
        return contact ? [[id, contact] as const] : [];
      });
      return new Map(known);
    },
    async grantRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => grantRoles(db, userId, [role]));
      sessions.forgetAll();
    },
    async revokeRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => withdrawRole(db, userId, role));
      sessions.forgetAll();
    },
    async rememberInvitation({ invitationId, siteId, email }) {
      await pool.query(
        `INSERT INTO identity.invitations (invitation_id, site_id, email) VALUES ($1, $2, $3)
         ON CONFLICT (invitation_id) DO NOTHING`,
        [invitationId, siteId, normaliseEmail(email)],
      );
    },
  };
}

async function namesById(
  pool: Pool,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { name: string; email: string }>> {
  // Not every actor is a person: a visitor's or a job's id is not a UUID.
  const ids = [...new Set(userIds.filter((id) => UUID.test(id)))];
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<NamedRow>(
    'SELECT id, email, first_name, last_name FROM identity.users WHERE id = ANY($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { name: displayName(row), email: row.email }]));
}

function displayName({ first_name, last_name, email }: NamedRow): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name || email.slice(0, email.lastIndexOf('@'));
}
