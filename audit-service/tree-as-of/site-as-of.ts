import { decodeEvent } from '@perktree/contracts/events/codec';
import { streams } from '@perktree/contracts/streams';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import type { TreeEvent } from '../stream-history.ts';
import { foldTree, type TreeThen } from '../tree-fold.ts';
import { decisive, decisiveSelection } from './decisive.ts';
import { type RedemptionCount, redemptionCounts } from './redemption-counts.ts';
import { scanCounts } from './scan-counts.ts';

/** Trees of one question to the store: so that one of many is answered in parts, by several connections. */
const TREES_AT_ONCE = 100;

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
  const names = rows.map(({ qr_id }) => streams.commissionTree(qr_id));
  const trees = (await decisiveOf(store, names, cut)).map((events) =>
    foldTree(events.map((event) => decodeEvent(event) as TreeEvent)),
  );
  return trees.filter((tree) => tree.size > 0);
}

async function decisiveOf(
  store: Deps['store'],
  names: readonly string[],
  cut: Cut,
): Promise<readonly (readonly StoredEvent[])[]> {
  if (!store.readSelected) return inLanes(names, async (name) => decisive(await store.readStream(name), cut));
  const { readSelected } = store;
  const parts = Array.from({ length: Math.ceil(names.length / TREES_AT_ONCE) }, (_, n) =>
    names.slice(n * TREES_AT_ONCE, (n + 1) * TREES_AT_ONCE),
  );
  return (await inLanes(parts, (part) => readSelected(part, decisiveSelection(cut)))).flat();
}
