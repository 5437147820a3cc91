import type { Pool } from 'pg';
import { select } from '../engine/sql.ts';

/** Whether a site's owner has blocked a distributor. */
export async function isBlockedOn(pool: Pool, siteId: string, distributorId: string): Promise<boolean> {
  const rows = await select(
    pool,
    'SELECT 1 FROM read_models.site_blocks WHERE block_id = $1 AND is_blocked',
    [`${siteId}:${distributorId}`],
    'is-blocked',
  );
  return rows.length > 0;
}
