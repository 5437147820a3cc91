import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { Pool } from 'pg';

export interface Business {
  /** The names of its first sites; empty: it has none. */
  readonly name: string;
  /** Null: it has no site yet. */
  readonly ownerId: string | null;
  /** The one that all its sites have, otherwise UTC. */
  readonly timeZone: string;
}

const SHOWN_SITES = 3;

/** What mails and invitations say of a business, as far as the read model has read. */
export async function businessOf(pool: Pool, tenantId: string): Promise<Business> {
  const { rows } = await pool.query<{ name: string; ownerId: string; zone: string | null }>(
    `SELECT name, owner_id AS "ownerId", configuration::json->>'timeZone' AS zone
     FROM ${READ_MODEL_SCHEMA}.sites WHERE tenant_id = $1 ORDER BY created_at, site_id`,
    [tenantId],
  );
  const others = rows.length - SHOWN_SITES;
  const shown = rows.slice(0, SHOWN_SITES).map(({ name }) => name);
  const zones = new Set(rows.map(({ zone }) => zone ?? UTC));
  const [zone] = zones;
  return {
    name: [...shown, ...(others > 0 ? [`+${others}`] : [])].join(', '),
    ownerId: rows[0]?.ownerId ?? null,
    timeZone: zone !== undefined && zones.size === 1 ? zone : UTC,
  };
}
