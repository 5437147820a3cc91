import type { Pool } from 'pg';

/** Rows that a replay of a site's history is made of, up to a limit. */
const COUNT = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM read_models.redemptions WHERE site_id = $1 LIMIT $2) AS r)
       + (SELECT count(*) FROM (SELECT 1 FROM read_models.qrs WHERE site_id = $1 LIMIT $2) AS q) AS rows`;
/** A replay reads about five of these rows in a millisecond. */
const FEW = 1_000;

/** Whether a site is replayed within about 200 ms. */
export async function isSmallSite(pool: Pool, siteId: string): Promise<boolean> {
  const { rows } = await pool.query<{ rows: string }>(COUNT, [siteId, FEW + 1]);
  return Number(rows[0]?.rows) <= FEW;
}
