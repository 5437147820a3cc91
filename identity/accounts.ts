import type { AccountPictures, AccountSearch, Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import { coalesced } from '@perktree/platform/coalesced';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';
import { createAccountSearch } from './account-search.ts';
import type { Profile } from './account-store.ts';
import { createAudits } from './audits.ts';
import { displayName } from './display-name.ts';
import { createInvitations } from './invitations.ts';
import type { MailQueue } from './mail/queue.ts';
import type { NameCache } from './name-cache.ts';
import { createNotes } from './notes.ts';
import { ownsPicture, pictureContent } from './pictures/picture-store.ts';
import { grantRoles, withdrawRole } from './roles.ts';
import type { SessionStore } from './session-store.ts';

/** Calls that ask for names at the same time and share a query. */
const LISTS_TOGETHER = 50;

/** The interface for other services (contracts/account/account-store.ts), on Postgres. */
export function createAccounts(
  pool: Pool,
  sessions: SessionStore,
  cache: NameCache,
  mails: Pick<MailQueue, 'delivery' | 'queueInvitation'>,
  clock: () => Date,
): Accounts & AccountSearch & NoteTexts & AccountPictures {
  const namesOf = coalesced(
    async (lists: readonly (readonly string[])[]) => {
      const ids = lists.flat();
      const found = await contactsById(pool, ids);
      const names = new Map([...found].map(([id, { name }]) => [id, name]));
      // Not a person: an API key, or an account that was erased.
      const others = await keyNamesById(
        pool,
        ids.filter((id) => !names.has(id)),
      );
      return lists.map(() => new Map([...names, ...others]));
    },
    { max: LISTS_TOGETHER, underWay: 1 },
  );
  return {
    ...createNotes(pool),
    ...createInvitations(pool, mails),
    ...createAudits(pool, sessions),
    ...createAccountSearch(pool),
    async displayNames(userIds) {
      const ids = userIds.map((id) => id.toLowerCase());
      const names = await cache.of(ids, namesOf);
      return new Map(userIds.map((id, n) => [id, names.get(ids[n] as string) ?? DELETED_USER]));
    },
    async contacts(userIds) {
      const names = await contactsById(pool, userIds);
      const known = userIds.flatMap((id) => {
        const contact = names.get(id.toLowerCase());
        return contact ? [[id, contact] as const] : [];
      });
      return new Map(known);
    },
    async erasedAmong(userIds) {
      const names = await contactsById(pool, userIds);
      return new Set(userIds.filter((id) => !names.has(id.toLowerCase())));
    },
    async knownErasedAmong(userIds) {
      const { rows } = await run<{ user_id: string }>(
        pool,
        `SELECT e.user_id FROM identity.erased_accounts e WHERE e.user_id = ANY(:ids::uuid[])
         AND NOT EXISTS (SELECT 1 FROM identity.users u WHERE u.id = e.user_id)`,
        { ids: userIds.filter((id) => TYPED_UUID.test(id)) },
      );
      const erased = new Set(rows.map(({ user_id }) => user_id));
      return new Set(userIds.filter((id) => erased.has(id.toLowerCase())));
    },
    tenantsWithoutOwner: (tenantIds) => tenantsWithoutOwner(pool, tenantIds),
    async notificationsReadUntil(userId) {
      const query = sql('identity.users').where({ id: userId }).select({ until: 'notifications_read_until' });
      const { rows } = await run<{ until: Date | null }>(pool, query);
      return rows[0]?.until?.toISOString() ?? null;
    },
    ownsPicture: (tenantId, hash) => ownsPicture(pool, tenantId, hash),
    pictureContent: (hash) => pictureContent(pool, hash),
    async grantRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => grantRoles(db, userId, [role]));
      sessions.forgetAll();
    },
    async revokeRole(userId: string, role: Role) {
      await inTransaction(pool, (db) => withdrawRole(db, userId, role, clock()));
      sessions.forgetAll();
    },
  };
}

async function keyNamesById(pool: Pool, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = keyIds.filter((id) => TYPED_UUID.test(id));
  if (ids.length === 0) return new Map();
  const query = sql('identity.api_keys').where(named('key_id = ANY(:ids::uuid[])', { ids })).select('name');
  const { rows } = await run<{ id: string; name: string }>(pool, query.select({ id: 'key_id' }));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const SELECT_NAMES = 'SELECT id, email, first_name AS "firstName", last_name AS "lastName" FROM identity.users';

/** Name and address of accounts; erased ones are left out. */
export async function contactsById(
  pool: Pool,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { name: string; email: string }>> {
  // Not every actor is a person: a visitor's or a job's id is not a UUID.
  const ids = [...new Set(userIds.filter((id) => TYPED_UUID.test(id)))];
  if (ids.length === 0) return new Map();
  const [id] = ids;
  // Each redemption needs a name, so the statement is prepared.
  const { rows } = await pool.query<Omit<Profile, 'emailVerified'>>(
    ids.length === 1
      ? { name: 'identity-name', text: `${SELECT_NAMES} WHERE id = $1::uuid`, values: [id] }
      : { name: 'identity-names', text: `${SELECT_NAMES} WHERE id = ANY($1::uuid[])`, values: [ids] },
  );
  return new Map(rows.map((row) => [row.id, { name: displayName(row), email: row.email }]));
}

/** Which of these tenants have lost their owner: the account was erased. A tenant that is not stored does not count. */
export async function tenantsWithoutOwner(db: Queryable, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  const lost = 'SELECT id FROM identity.tenants WHERE id = ANY(:tenantIds::uuid[]) AND owner_id IS NULL';
  const { rows } = await run<{ id: string }>(db, lost, { tenantIds });
  return new Set(rows.map(({ id }) => id));
}
