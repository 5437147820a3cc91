import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/events';
import { run } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { isOf, redemptionOfStream } from '../stream-history.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/** A site at the last event that counts. */
export interface AsOf {
  readonly siteId: string;
  readonly position: bigint;
  /** The effective time of that event, ISO 8601 UTC. */
  readonly moment: string;
}

interface RedemptionCount {
  /** Over all issue periods, less those that were wholly reversed. */
  total: number;
  /** By issue period: those whose slot was not freed. */
  readonly byPeriod: Map<number, number>;
}

/** By QR. */
export interface Counts {
  readonly scans: ReadonlyMap<string, number>;
  readonly redemptions: ReadonlyMap<string, RedemptionCount>;
}

/** @param roots of the trees whose scans and redemptions are counted; null: all */
export async function countsAsOf(deps: Deps, at: AsOf, roots: readonly string[] | null = null): Promise<Counts> {
  const values = { ...at, position: at.position.toString(), roots };
  const [scans, redemptions] = await Promise.all([countScans(deps, at, values), countRedemptions(deps, at, values)]);
  return { scans, redemptions };
}

type Values = Readonly<Record<string, unknown>>;
const OF_ROOTS = '(:roots::uuid[] IS NULL OR root_qr_id = ANY(:roots))';

/**
 * A row has the scan's effective time; its position is the scan's own until it is redeemed. Of scans that were redeemed later
 * and made in the very millisecond of the last event, the streams have the position.
 */
async function countScans({ pool, store }: Deps, { position }: AsOf, values: Values): Promise<Counts['scans']> {
  const { rows } = await run<{ qr_id: string; scans: number }>(
    pool,
    `SELECT qr_id, count(*)::integer AS scans FROM read_models.scans
     WHERE site_id = :siteId AND (position <= :position OR (redemption_id IS NOT NULL AND scanned_at < :moment))
       AND ${OF_ROOTS}
     GROUP BY qr_id`,
    values,
  );
  const counts = new Map(rows.map(({ qr_id, scans }) => [qr_id, scans]));
  const inDoubt = await run<{ scan_id: string; qr_id: string }>(
    pool,
    `SELECT scan_id, qr_id FROM read_models.scans
     WHERE site_id = :siteId AND position > :position AND redemption_id IS NOT NULL AND scanned_at = :moment`,
    values,
  );
  await inLanes(inDoubt.rows, async ({ scan_id, qr_id }) => {
    const [scan] = await store.readStream(streams.scan(scan_id));
    if (scan !== undefined && scan.position <= position) counts.set(qr_id, (counts.get(qr_id) ?? 0) + 1);
  });
  return counts;
}

/**
 * A row has the position of the newest event of its redemption. If staff confirmed the redemption after the last event that
 * counts, the row still has the time at which the customer redeemed. A reversal changes the counts, and the row has only the
 * newest one. So reversed redemptions, and those made in the millisecond of the last event, are counted from the QR's stream.
 */
async function countRedemptions({ pool, store }: Deps, at: AsOf, values: Values): Promise<Counts['redemptions']> {
  const [read, counted] = await Promise.all([
    run<{ qr_id: string; redemption_ids: readonly string[] }>(
      pool,
      `SELECT qr_id, array_agg(redemption_id::text) AS redemption_ids FROM read_models.redemptions
       WHERE site_id = :siteId AND ${OF_ROOTS}
         AND (reversed_at IS NOT NULL OR (position > :position AND confirmed_at IS NOT NULL AND redeemed_at = :moment))
       GROUP BY qr_id`,
      values,
    ),
    run<{ qr_id: string; period: number; redemptions: number }>(
      pool,
      `SELECT qr_id, period, count(*)::integer AS redemptions FROM read_models.redemptions
       WHERE site_id = :siteId AND reversed_at IS NULL AND ${OF_ROOTS}
         AND (position <= :position OR (confirmed_at IS NOT NULL AND redeemed_at < :moment))
       GROUP BY qr_id, period`,
      values,
    ),
  ]);
  const counts = new Map<string, RedemptionCount>();
  const add = (qrId: string, period: number, total: number, inPeriod: number) => {
    const count = counts.get(qrId) ?? { total: 0, byPeriod: new Map() };
    counts.set(qrId, count);
    count.total += total;
    count.byPeriod.set(period, (count.byPeriod.get(period) ?? 0) + inPeriod);
  };
  for (const { qr_id, period, redemptions } of counted.rows) add(qr_id, period, redemptions, redemptions);
  await inLanes(read.rows, async ({ qr_id, redemption_ids }) => {
    const ids = new Set(redemption_ids);
    // Decode counted events only: a stream may hold many others.
    for (const stored of await store.readStream(streams.redemptions(qr_id))) {
      if (stored.position > at.position || !ids.has(redemptionOfStream(stored.data))) continue;
      const event = decodeEvent(stored);
      if (isOf(event, 'BenefitRedeemed')) add(qr_id, event.fact.data.period, 1, 1);
      else if (isOf(event, 'RedemptionReversed')) {
        const { period, whole, slotFreed } = event.fact.data;
        add(qr_id, period, whole ? -1 : 0, slotFreed ? -1 : 0);
      }
    }
  });
  return counts;
}
