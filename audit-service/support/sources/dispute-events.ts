import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { run } from '@perktree/platform/postgres/sql';
import { inLanes } from '../../in-lanes.ts';
import { disputeHistory } from '../../stream-history.ts';
import type { SourceDeps } from './source.ts';

/** The disputed redemptions of the QR, customer or distributor `:id`. */
const DISPUTED = {
  qr: 'SELECT redemption_id FROM read_models.disputes WHERE qr_id = :id',
  customer: `SELECT d.redemption_id FROM read_models.disputes d JOIN read_models.redemptions r USING (redemption_id)
    WHERE r.customer_id = :id`,
  distributor: `SELECT d.redemption_id FROM read_models.disputes d WHERE EXISTS (
    SELECT FROM read_models.ledger_entries l WHERE l.redemption_id = d.redemption_id AND l.distributor_id = :id)`,
} as const;

/** Dispute notes about redemptions of a QR, a customer or a distributor. Reads all of them, because they are few. */
export async function disputeEventsOf(
  { pool, store }: SourceDeps,
  kind: keyof typeof DISPUTED,
  id: string,
): Promise<readonly RecordedEvent[]> {
  const { rows } = await run<{ redemption_id: string }>(pool, DISPUTED[kind], { id });
  const read = await inLanes(rows, ({ redemption_id }) => disputeHistory(store, redemption_id));
  return read.flat();
}
