import { READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { createProjectedWait } from './projected.ts';

/** Sites at which a user may work. A hint where to look: the site's stream decides what is allowed. */
export interface StaffSites {
  /** Ids of the sites that a user owns or is staff of, by the read model. */
  of(userId: string): Promise<readonly string[]>;
  /** As `of`, including everything stored before the call. @throws Refused READ_MODEL_BEHIND */
  freshOf(userId: string): Promise<readonly string[]>;
}

export function createStaffSites(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  /** Longest wait for the read model, in milliseconds. */
  readonly waitMs?: number;
}): StaffSites {
  const { pool } = options;
  const readModelsReached = createProjectedWait({ ...options, names: ['sites', 'site_staff'] });

  return {
    of: (userId) => sitesOf(pool, userId),
    async freshOf(userId) {
      await readModelsReached();
      return sitesOf(pool, userId);
    },
  };
}

async function sitesOf(pool: Pool, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ siteId: string }>({
    name: 'command-service-staff-sites',
    text: `SELECT site_id AS "siteId" FROM ${READ_MODEL_SCHEMA}.site_staff WHERE user_id = $1 AND is_active
           UNION SELECT site_id FROM ${READ_MODEL_SCHEMA}.sites WHERE owner_id = $1`,
    values: [userId],
  });
  return rows.map(({ siteId }) => siteId);
}
