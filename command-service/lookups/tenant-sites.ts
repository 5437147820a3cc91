import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createReadModelWait } from './read-model-wait.ts';

const DEFAULT_WAIT_MS = 2_000;

/**
 * Ids of all sites of a tenant, with everything that was stored before the call.
 * @returns a look-up that throws Refused READ_MODEL_BEHIND
 */
export function createTenantSites(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  /** Longest wait for the read model, in milliseconds. */
  readonly waitMs?: number;
}): (tenantId: string) => Promise<readonly string[]> {
  const { pool, store, waitMs = DEFAULT_WAIT_MS } = options;
  const readModelReached = createReadModelWait({
    head: () => store.head(),
    reached: () => checkpoint(pool),
    boundMs: waitMs,
  });
  return async (tenantId) => {
    await readModelReached();
    const { rows } = await pool.query<{ siteId: string }>(
      `SELECT site_id AS "siteId" FROM ${READ_MODEL_SCHEMA}.sites WHERE tenant_id = $1`,
      [tenantId],
    );
    return rows.map(({ siteId }) => siteId);
  };
}

async function checkpoint(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${PROJECTIONS_TABLE} WHERE name = 'sites' AND status = 'live'`,
  );
  return BigInt(rows[0]?.position ?? 0);
}
