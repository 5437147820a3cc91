import { decodeEvent } from '@perktree/contracts/events/codec';
import { streams } from '@perktree/contracts/streams';
import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import type { TreeEvent } from '../stream-history.ts';
import { foldTree, type TreeThen } from '../tree-fold.ts';
import { decisive } from './decisive.ts';
import { type RedemptionCount, redemptionCounts } from './redemption-counts.ts';
import { scanCounts } from './scan-counts.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/** The trees of a site at a cut, oldest first, with what each QR had counted by then. */
export interface SiteAsOf {
  readonly trees: readonly TreeThen[];
  readonly scans: ReadonlyMap<string, number>;
  readonly redemptions: ReadonlyMap<string, RedemptionCount>;
}

/** @param moment of the cut, ISO 8601 UTC */
export async function siteAsOf(deps: Deps, siteId: string, cut: Cut, moment: string): Promise<SiteAsOf> {
  const [trees, scans, redemptions] = await Promise.all([
    treesOf(deps, siteId, cut),
    scanCounts(deps, siteId, cut, moment),
    redemptionCounts(deps, siteId, cut),
  ]);
  return { trees, scans, redemptions };
}

async function treesOf({ pool, store }: Deps, siteId: string, cut: Cut): Promise<readonly TreeThen[]> {
  const { rows } = await pool.query<{ qr_id: string }>(
    'SELECT qr_id FROM read_models.qrs WHERE site_id = $1 AND depth = 0 ORDER BY created_at, qr_id',
    [siteId],
  );
  const trees = await inLanes(rows, async ({ qr_id }) => {
    const stream = await store.readStream(streams.commissionTree(qr_id));
    return foldTree(decisive(stream, cut).map((event) => decodeEvent(event) as TreeEvent));
  });
  return trees.filter((tree) => tree.size > 0);
}
