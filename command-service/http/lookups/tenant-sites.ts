import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from './projected.ts';

/**
 * Ids of all sites of a tenant, including everything stored before the call.
 * @returns a look-up that throws Refused READ_MODEL_BEHIND
 */
export function createTenantSites(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
}): (tenantId: string) => Promise<readonly string[]> {
  const { pool } = options;
  const readModelReached = createProjectedWait({ ...options, names: ['sites'] });
  return async (tenantId) => {
    await readModelReached();
    const { rows } = await pool.query<{ siteId: string }>(
      `SELECT site_id AS "siteId" FROM ${READ_MODEL_SCHEMA}.sites WHERE tenant_id = $1`,
      [tenantId],
    );
    return rows.map(({ siteId }) => siteId);
  };
}

/** Ids of tenants with an active site, as far as the read model has read. */
export async function tenantsWithActiveSites(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ tenantId: string }>(
    `SELECT DISTINCT tenant_id AS "tenantId" FROM ${READ_MODEL_SCHEMA}.sites WHERE is_active`,
  );
  return rows.map(({ tenantId }) => tenantId);
}
