import type { Queryable } from '@perktree/platform/postgres/transaction';

/** Which of these tenants have lost their owner: the account was erased. A tenant that is not stored does not count. */
export async function tenantsWithoutOwner(db: Queryable, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM identity.tenants WHERE id = ANY($1::uuid[]) AND owner_id IS NULL',
    [tenantIds],
  );
  return new Set(rows.map(({ id }) => id));
}
