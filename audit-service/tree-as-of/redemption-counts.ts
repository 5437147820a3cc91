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
 * Redemptions of a site by QR. The read model has the time of a redemption that was never reversed. The row of a
 * reversed one only has its newest reversal, so reversed redemptions are counted from the QR's stream.
 * @param roots of the trees whose redemptions are counted; null: all
 */
export async function redemptionCounts(
  deps: Deps,
  siteId: string,
  cut: Cut,
  roots: readonly string[] | null = null,
): Promise<ReadonlyMap<string, RedemptionCount>> {
  const [reversed, counts] = await Promise.all([
    reversedRedemptions(deps, siteId, roots),
    countRows(deps, siteId, cut, roots),
  ]);
  await inLanes(reversed, async ({ qr_id, redemption_ids }) => {
    const count = counts.get(qr_id) ?? { total: 0, byPeriod: new Map() };
    counts.set(qr_id, count);
    await countFromStream(deps, qr_id, new Set(redemption_ids), cut, count);
  });
  return counts;
}

async function reversedRedemptions({ pool }: Deps, siteId: string, roots: readonly string[] | null) {
  const { rows } = await pool.query<{ qr_id: string; redemption_ids: readonly string[] }>(
    `SELECT qr_id, array_agg(redemption_id::text) AS redemption_ids FROM read_models.redemptions
     WHERE site_id = $1 AND reversed_at IS NOT NULL AND ($2::uuid[] IS NULL OR root_qr_id = ANY($2)) GROUP BY qr_id`,
    [siteId, roots],
  );
  return rows;
}

async function countRows(
  { pool }: Deps,
  siteId: string,
  cut: Cut,
  roots: readonly string[] | null,
): Promise<Map<string, RedemptionCount>> {
  const { rows } = await pool.query<{ qr_id: string; period: number; redemptions: number }>(
    `SELECT qr_id, period, count(*)::integer AS redemptions FROM read_models.redemptions
     WHERE site_id = $1 AND reversed_at IS NULL AND position <= $2 AND ($3::uuid[] IS NULL OR root_qr_id = ANY($3))
     GROUP BY qr_id, period`,
    [siteId, cut.position.toString(), roots],
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
  // Decode counted events only: a stream may hold many others.
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
