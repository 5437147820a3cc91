import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { EventStore } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { createProjectedWait } from './projected.ts';

/** As long as this, a person who has joined another site and enters a code is looked for at the earlier ones first. */
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

export type StaffSites = ReturnType<typeof createStaffSites>;

/** Sites at which a user may work. A hint where to look: the site's stream decides what is allowed. */
export function createStaffSites(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  /** Longest wait for the read model, in milliseconds. */
  readonly waitMs?: number;
  readonly timers?: Timers | undefined;
}) {
  const { pool, timers = systemTimers } = options;
  const kept = new LRUCache<string, readonly string[]>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => timers.monotonic() },
  });
  async function read(userId: string): Promise<readonly string[]> {
    const sites = await sitesOf(pool, userId);
    kept.set(userId, sites);
    return sites;
  }
  const readModelsReached = createProjectedWait({ ...options, names: ['sites', 'site_staff'] });

  return {
    /** Ids of the sites that a user owns or is staff of, by the read model, as they were within the last minute. */
    of: async (userId: string) => kept.get(userId) ?? read(userId),
    /** As `of`, including everything stored before the call. @throws Refused READ_MODEL_BEHIND */
    async freshOf(userId: string) {
      await readModelsReached();
      return read(userId);
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
