import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { LOOKS_KEPT_MS } from '@perktree/contracts/support/look-calls';
import type { RecordLook } from '@perktree/platform/http/looks';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';

/** Keeps looks by one statement: looks of a minute at the same subject are counted in one row. */
export const createLooks =
  (pool: Pool, clock: () => Date): RecordLook =>
  async ({ viewerId, role, call, siteId, subject, ownTenantId, tenantIds }) => {
    const minute = new Date(Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS);
    await pool.query({
      name: 'identity-record-look',
      text: 'SELECT identity.record_look($1, $2, $3, $4, $5, $6, $7, $8)',
      values: [minute, viewerId, role, call, siteId, subject, ownTenantId, tenantIds],
    });
  };

export async function deleteOldLooks(db: Queryable, now: Date): Promise<void> {
  await run(
    db,
    sql('identity.looks')
      .where('minute', '<', new Date(now.getTime() - LOOKS_KEPT_MS))
      .delete(),
  );
}
