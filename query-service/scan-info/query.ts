import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { Pool } from 'pg';
import { select } from '../sql.ts';

export type LinkRow = ReadModelRow<'qrs'> & {
  readonly site_name: string;
  readonly currency: string;
  readonly configuration: string;
  /** The caller has redeemed it in its current issue period. */
  readonly redeemed: boolean;
};

/** What a link leads to. A token is looked up as the kind of link that it came in alone. */
export async function findByToken(
  pool: Pool,
  kind: 'customer' | 'distributor',
  token: string,
  userId: string | null,
): Promise<LinkRow | undefined> {
  const [row] = await select<LinkRow>(
    pool,
    `SELECT q.*, s.name AS site_name, s.currency, s.configuration,
       EXISTS (SELECT 1 FROM read_models.scans c WHERE c.customer_id = $2 AND c.qr_id = q.qr_id
               AND c.period = q.period AND c.redeemed_at IS NOT NULL) AS redeemed
     FROM read_models.qrs q JOIN read_models.sites s ON s.site_id = q.site_id
     WHERE q.${kind}_token = $1`,
    [token, userId],
  );
  return row;
}
