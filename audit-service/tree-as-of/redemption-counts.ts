import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/streams';
import { run } from '@perktree/platform/postgres/sql';
import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { isOf, redemptionOfStream } from '../stream-history.ts';

/** Redemptions of one QR. */
export interface RedemptionCount {
  /** Over all issue periods, less those that were wholly reversed. */
  total: number;
  /** By issue period: those whose slot was not freed. */
  readonly byPeriod: Map<number, number>;
}
type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/**
 * Redemptions of a site by QR. A row has the position of the newest event of its redemption. If staff confirmed the
 * redemption after the cut, the row still has the time at which the customer redeemed. A reversal changes the counts,
 * and the row has only the newest one, so reversed redemptions are counted from the QR's stream.
 * @param moment of the cut, ISO 8601 UTC
 * @param roots of the trees whose redemptions are counted; null: all
 */
export async function redemptionCounts(
  deps: Deps,
  siteId: string,
  cut: Cut,
  moment: string,
  roots: readonly string[] | null = null,
): Promise<ReadonlyMap<string, RedemptionCount>> {
  const [fromStreams, counts] = await Promise.all([
    redemptionsToRead(deps, siteId, cut, moment, roots),
    countRows(deps, siteId, cut, moment, roots),
  ]);
  await inLanes(fromStreams, async ({ qr_id, redemption_ids }) => {
    const count = counts.get(qr_id) ?? { total: 0, byPeriod: new Map() };
    counts.set(qr_id, count);
    await countFromStream(deps, qr_id, new Set(redemption_ids), cut, count);
  });
  return counts;
}

/** Redemptions whose row does not tell how they counted: reversed ones, and those made in the millisecond of the cut. */
async function redemptionsToRead(
  { pool }: Deps,
  siteId: string,
  cut: Cut,
  moment: string,
  roots: readonly string[] | null,
) {
  const { rows } = await run<{ qr_id: string; redemption_ids: readonly string[] }>(
    pool,
    `SELECT qr_id, array_agg(redemption_id::text) AS redemption_ids FROM read_models.redemptions
     WHERE site_id = :siteId
       AND (reversed_at IS NOT NULL OR (position > :position AND confirmed_at IS NOT NULL AND redeemed_at = :moment))
       AND (:roots::uuid[] IS NULL OR root_qr_id = ANY(:roots))
     GROUP BY qr_id`,
    { siteId, position: cut.position.toString(), moment, roots },
  );
  return rows;
}

async function countRows(
  { pool }: Deps,
  siteId: string,
  cut: Cut,
  moment: string,
  roots: readonly string[] | null,
): Promise<Map<string, RedemptionCount>> {
  const { rows } = await run<{ qr_id: string; period: number; redemptions: number }>(
    pool,
    `SELECT qr_id, period, count(*)::integer AS redemptions FROM read_models.redemptions
     WHERE site_id = :siteId AND reversed_at IS NULL
       AND (position <= :position OR (confirmed_at IS NOT NULL AND redeemed_at < :moment))
       AND (:roots::uuid[] IS NULL OR root_qr_id = ANY(:roots))
     GROUP BY qr_id, period`,
    { siteId, position: cut.position.toString(), moment, roots },
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
  for (const stored of stream.filter(({ data }) => redemptionIds.has(redemptionOfStream(data)))) {
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
