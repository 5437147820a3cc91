import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import { inLanes } from '../../in-lanes.ts';
import { disputeHistory } from '../../stream-history.ts';
import type { SourceDeps } from './source.ts';

/** The disputed redemptions of the QR, customer or distributor `$1`. */
const DISPUTED = {
  qr: 'SELECT redemption_id FROM read_models.disputes WHERE qr_id = $1',
  customer: `SELECT d.redemption_id FROM read_models.disputes d JOIN read_models.redemptions r USING (redemption_id)
    WHERE r.customer_id = $1`,
  distributor: `SELECT d.redemption_id FROM read_models.disputes d WHERE EXISTS (
    SELECT FROM read_models.ledger_entries l WHERE l.redemption_id = d.redemption_id AND l.distributor_id = $1)`,
} as const;

/** Dispute notes about redemptions of a QR, a customer or a distributor. Reads all of them, because they are few. */
export async function disputeEventsOf(
  { pool, store }: SourceDeps,
  kind: keyof typeof DISPUTED,
  id: string,
): Promise<readonly RecordedEvent[]> {
  const { rows } = await pool.query<{ redemption_id: string }>(DISPUTED[kind], [id]);
  const read = await inLanes(rows, ({ redemption_id }) => disputeHistory(store, redemption_id));
  return read.flat();
}
