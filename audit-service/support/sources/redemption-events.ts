import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { inLanes } from '../../in-lanes.ts';
import { isOf, type RedemptionHistoryEvent, redemptionEventsOf, redemptionOfStream } from '../../stream-history.ts';
import { type SourceDeps, storedAt } from './source.ts';

interface Row {
  readonly redemption_id: string;
  readonly qr_id: string;
  readonly reversed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly reversed_minor: string;
  readonly currency: Currency;
  /** Position of the redemption's newest event. */
  readonly newest: string;
  /** Position of the event that redeemed the scan. */
  readonly redeemed: string | null;
}

/**
 * The events of some redemptions. Rows of the read models carry the position of their newest event, so most events are read
 * one by one. Only for a redemption that was confirmed, or reversed more than once, the whole stream of its QR is read.
 */
export async function redemptionSource(
  deps: SourceDeps,
  redemptionIds: readonly string[],
): Promise<readonly RedemptionHistoryEvent[]> {
  if (redemptionIds.length === 0) return [];
  const { rows } = await deps.pool.query<Row>(
    `SELECT r.redemption_id, r.qr_id, r.reversed_at, r.confirmed_at, r.reversed_minor, r.currency, r.position AS newest,
       s.position AS redeemed
     FROM read_models.redemptions r LEFT JOIN read_models.scans s ON s.scan_id = r.scan_id
     WHERE r.redemption_id = ANY($1::uuid[])`,
    [redemptionIds],
  );
  return (await inLanes(rows, (row) => eventsOfRow(deps, row))).flat();
}

async function eventsOfRow(deps: SourceDeps, row: Row): Promise<readonly RedemptionHistoryEvent[]> {
  // The confirmation has changed the scan's row, so no row has the position of the redeeming event any more.
  if (row.confirmed_at !== null) return redemptionEventsOf(deps.store, row.qr_id, row.redemption_id);
  const newest = await eventAt(deps, row.newest, row.redemption_id);
  if (row.reversed_at === null) {
    if (newest && isOf(newest, 'BenefitRedeemed')) return [newest];
  } else if (row.redeemed !== null && newest && isOf(newest, 'RedemptionReversed')) {
    const isOnlyReversal = newest.fact.data.amount === fromMinor(BigInt(row.reversed_minor), row.currency);
    const redeemed = isOnlyReversal ? await eventAt(deps, row.redeemed, row.redemption_id) : null;
    if (redeemed && isOf(redeemed, 'BenefitRedeemed')) return [redeemed, newest];
  }
  // Reversed more than once, or an event was stored between the two reads.
  return redemptionEventsOf(deps.store, row.qr_id, row.redemption_id);
}

async function eventAt(
  deps: SourceDeps,
  position: string,
  redemptionId: string,
): Promise<RedemptionHistoryEvent | null> {
  const stored = await storedAt(deps, position);
  if (stored === null || redemptionOfStream(stored.data) !== redemptionId) return null;
  const event = decodeEvent(stored);
  return isOf(event, 'BenefitRedeemed') || isOf(event, 'RedemptionReversed') ? event : null;
}
