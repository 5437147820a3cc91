import { decodeEvent } from '@perktree/contracts/events/codec';
import { streams } from '@perktree/contracts/streams';
import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { isOf, redemptionIdOf } from '../stream-history.ts';

/** Redemptions of one QR. */
export interface RedemptionCount {
  /** Over all issue periods, less those that were wholly reversed. */
  total: number;
  /** By issue period: those whose slot was not freed. */
  readonly byPeriod: Map<number, number>;
}
type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/**
 * Redemptions of a site by QR. A redemption that was never reversed is one event, and its row in the read model says
 * when. The row of a reversed one tells its newest reversal alone, so those are counted from the QR's stream.
 */
export async function redemptionCounts(
  deps: Deps,
  siteId: string,
  cut: Cut,
): Promise<ReadonlyMap<string, RedemptionCount>> {
  const [reversed, counts] = await Promise.all([reversedRedemptions(deps, siteId), countRows(deps, siteId, cut)]);
  await inLanes(reversed, async ({ qr_id, redemption_ids }) => {
    const count = counts.get(qr_id) ?? { total: 0, byPeriod: new Map() };
    counts.set(qr_id, count);
    await countFromStream(deps, qr_id, new Set(redemption_ids), cut, count);
  });
  return counts;
}

async function reversedRedemptions({ pool }: Deps, siteId: string) {
  const { rows } = await pool.query<{ qr_id: string; redemption_ids: readonly string[] }>(
    `SELECT qr_id, array_agg(redemption_id::text) AS redemption_ids FROM read_models.redemptions
     WHERE site_id = $1 AND reversed_at IS NOT NULL GROUP BY qr_id`,
    [siteId],
  );
  return rows;
}

async function countRows({ pool }: Deps, siteId: string, cut: Cut): Promise<Map<string, RedemptionCount>> {
  const { rows } = await pool.query<{ qr_id: string; period: number; redemptions: number }>(
    `SELECT qr_id, period, count(*)::integer AS redemptions FROM read_models.redemptions
     WHERE site_id = $1 AND reversed_at IS NULL AND position <= $2 GROUP BY qr_id, period`,
    [siteId, cut.position.toString()],
  );
  const counts = new Map<string, RedemptionCount>();
  for (const { qr_id, period, redemptions } of rows) {
    const count = counts.get(qr_id) ?? { total: 0, byPeriod: new Map() };
    counts.set(qr_id, count);
    count.total += redemptions;
    count.byPeriod.set(period, redemptions);
  }
  return counts;
}

async function countFromStream(
  { store }: Deps,
  qrId: string,
  redemptionIds: ReadonlySet<string>,
  cut: Cut,
  count: RedemptionCount,
): Promise<void> {
  const inPeriod = (period: number, by: number) => count.byPeriod.set(period, (count.byPeriod.get(period) ?? 0) + by);
  const stream = await store.readStream(streams.redemptions(qrId));
  // Decoded are those alone that are counted: a stream may hold very many others.
  for (const stored of stream.filter(({ data }) => redemptionIds.has(redemptionIdOf(data)))) {
    const event = decodeEvent(stored);
    if (event.position > cut.position) continue;
    if (isOf(event, 'BenefitRedeemed')) {
      count.total += 1;
      inPeriod(event.fact.data.period, 1);
    } else if (isOf(event, 'RedemptionReversed')) {
      if (event.fact.data.whole) count.total -= 1;
      if (event.fact.data.slotFreed) inPeriod(event.fact.data.period, -1);
    }
  }
}
