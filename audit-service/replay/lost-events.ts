import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { Pool } from 'pg';
import { type Finding, Findings } from './finding.ts';

/**
 * Whether the store still has the newest events that the read models and the recorded chain have seen. Deleted at the end of
 * the store, they leave no gap that a replay could notice.
 * @param head the head of the store, read after what has been seen
 */
export async function lostEvents(pool: Pool, head: () => Promise<bigint>): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ seen: string | null }>(
    `SELECT greatest(
       (SELECT max(position) FROM ${PROJECTIONS_TABLE} WHERE serving),
       (SELECT max(last_position) FROM audit.chain_segments))::text AS seen`,
  );
  const [seen, newest] = [BigInt(rows[0]?.seen ?? 0), await head()];
  if (seen <= newest) return [];
  const findings = new Findings({ eventId: null, position: seen, recordedAt: '', stream: '', siteId: null });
  findings.note('last event of the store', `${seen}`, `${newest}`);
  return findings.all;
}
