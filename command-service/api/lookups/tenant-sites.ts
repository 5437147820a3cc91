import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
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
