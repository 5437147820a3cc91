import { run } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';

/** Which of these tenants have lost their owner: the account was erased. A tenant that is not stored does not count. */
export async function tenantsWithoutOwner(db: Queryable, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  const lost = 'SELECT id FROM identity.tenants WHERE id = ANY(:tenantIds::uuid[]) AND owner_id IS NULL';
  const { rows } = await run<{ id: string }>(db, lost, { tenantIds });
  return new Set(rows.map(({ id }) => id));
}
