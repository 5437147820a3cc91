import type { AccountSearch, FoundAccount } from '@perktree/contracts/account/account-store';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { beginningsQuery, wordsSql } from '@perktree/platform/postgres/searched-text';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { displayName } from './display-name.ts';
import { normaliseEmail } from './email.ts';

/** What accounts are searched by, in SQL over `identity.users`. */
export const ACCOUNT_TEXT = `(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`;

const COLUMNS = `u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", t.id AS "tenantId",
  ARRAY(SELECT role FROM identity.account_roles r WHERE r.user_id = u.id ORDER BY role) AS roles`;

interface AccountRow {
  /** Null: a business whose owner's account was erased. */
  readonly id: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly tenantId: string | null;
  readonly roles: readonly Role[];
}

const foundAccount = ({ id, email, tenantId, roles, ...named }: AccountRow): FoundAccount => ({
  id,
  email,
  tenantId,
  roles,
  name: id === null ? DELETED_USER : displayName(named),
});

/** The interface for other services (contracts/account/account-store.ts), on Postgres. */
export function createAccountSearch(pool: Pool): AccountSearch {
  return {
    async idOfEmail(email) {
      const query = sql('identity.users')
        .where({ email: normaliseEmail(email) })
        .select('id');
      const { rows } = await run<{ id: string }>(pool, query);
      return rows[0]?.id ?? null;
    },
    async accountsByWords(words, limit) {
      if (words.length === 0) return [];
      const { rows } = await run<AccountRow>(
        pool,
        `SELECT ${COLUMNS} FROM (SELECT id, email, first_name, last_name FROM identity.users
           WHERE ${wordsSql(ACCOUNT_TEXT)} @@ to_tsquery('simple', :beginnings) LIMIT :limit) u
         LEFT JOIN identity.tenants t ON t.owner_id = u.id`,
        { beginnings: beginningsQuery(words), limit },
      );
      return rows.map(foundAccount);
    },
    async accountsByIds(from, to, limit) {
      const { rows } = await run<AccountRow>(
        pool,
        `SELECT ${COLUMNS} FROM identity.users u LEFT JOIN identity.tenants t ON t.owner_id = u.id
         WHERE u.id BETWEEN :from AND :to
         UNION
         SELECT ${COLUMNS} FROM identity.tenants t LEFT JOIN identity.users u ON u.id = t.owner_id
         WHERE t.id BETWEEN :from AND :to LIMIT :limit`,
        { from, to, limit },
      );
      return rows.map(foundAccount);
    },
  };
}
