import type { Role } from '@perktree/contracts/envelope';
import { DELETED_USER } from '@perktree/contracts/person-name';
import type { AccountSearch, Accounts, NoteTexts } from '@perktree/platform/accounts';
import { coalesced } from '@perktree/platform/coalesced';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { displayName } from './display-name.ts';
import { normaliseEmail } from './email.ts';
import { createInvitations } from './invitations.ts';
import { createNotes } from './notes.ts';
import { grantRoles, withdrawRole } from './roles.ts';
import type { SessionStore } from './session-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Calls that ask for names at the same time and share a query. */
const LISTS_TOGETHER = 50;

interface NamedRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/** What the other services ask of the account store (platform/accounts.ts), on Postgres. */
export function createAccounts(pool: Pool, sessions: SessionStore): Accounts & AccountSearch & NoteTexts {
  const namesOf = coalesced(
    async (lists: readonly (readonly string[])[]) => {
      const names = await namesById(pool, lists.flat());
      return lists.map(() => names);
    },
    { most: LISTS_TOGETHER, underWay: 1 },
  );
  return {
    ...createNotes(pool),
    ...createInvitations(pool),
    async displayNames(userIds) {
      const names = await namesOf(userIds);
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
    async erasedAmong(userIds) {
      const names = await namesById(pool, userIds);
      return new Set(userIds.filter((id) => !names.has(id.toLowerCase())));
    },
    async knownErasedAmong(userIds) {
      const { rows } = await pool.query<{ user_id: string }>(
        `SELECT e.user_id FROM identity.erased_accounts e WHERE e.user_id = ANY($1::uuid[])
         AND NOT EXISTS (SELECT 1 FROM identity.users u WHERE u.id = e.user_id)`,
        [userIds.filter((id) => UUID.test(id))],
      );
      const erased = new Set(rows.map(({ user_id }) => user_id));
      return new Set(userIds.filter((id) => erased.has(id.toLowerCase())));
    },
    async idOfEmail(email) {
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.users WHERE email = $1', [
        normaliseEmail(email),
      ]);
      return rows[0]?.id ?? null;
    },
    async grantRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => grantRoles(db, userId, [role]));
      sessions.forgetAll();
    },
    async revokeRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => withdrawRole(db, userId, role));
      sessions.forgetAll();
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
  const { rows } = await pool.query<NamedRow>({
    name: 'identity-names',
    text: `SELECT id, email, first_name AS "firstName", last_name AS "lastName"
      FROM identity.users WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, { name: displayName(row), email: row.email }]));
}
