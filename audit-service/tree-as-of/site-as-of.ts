import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { treeHistory } from '../stream-history.ts';
import { foldTree, type TreeSnapshot } from '../tree-fold.ts';
import { type AsOf, type Counts, countsAsOf } from './counts.ts';

/** Few: a page may end in the first tree. */
const TREES_OF_PAGE_AT_ONCE = 10;

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;

/** The trees of a site as they were, oldest first, with what each QR had counted by then. */
export interface SiteAsOf extends Counts {
  readonly trees: readonly TreeSnapshot[];
}

export async function siteAsOf(deps: Deps, at: AsOf): Promise<SiteAsOf> {
  const [trees, counts] = await Promise.all([
    rootsOf(deps, at.siteId).then((roots) => snapshotsOf(deps, roots, at)),
    countsAsOf(deps, at),
  ]);
  return { trees: trees.filter(({ size }) => size > 0), ...counts };
}

/** Where a page of trees begins: in the tree of a root, after this many of its QRs, which come parents first. */
export type TreeCursor = readonly [rootQrId: string, qrs: number];

/**
 * The trees that a page of QRs is in, read tree by tree, so that the cost depends on the page.
 * @returns the trees; how many QRs of the first one are before the page; where the next page begins, null after the last
 */
export async function pageAsOf(
  deps: Deps,
  at: AsOf,
  { limit, after }: { readonly limit: number; readonly after: TreeCursor | null },
): Promise<{ readonly site: SiteAsOf; readonly before: number; readonly next: TreeCursor | null }> {
  const roots = await rootsOf(deps, at.siteId, after?.[0]);
  const before = after?.[1] ?? 0;
  const trees: TreeSnapshot[] = [];
  const read: string[] = [];
  let end: TreeCursor | null = null;
  let qrs = 0;
  while (end === null && read.length < roots.length) {
    const some = roots.slice(read.length, read.length + TREES_OF_PAGE_AT_ONCE);
    for (const [n, tree] of (await snapshotsOf(deps, some, at)).entries()) {
      if (end !== null) break;
      trees.push(tree);
      if (qrs + tree.size > before + limit) end = [some[n] as string, before + limit - qrs];
      qrs += tree.size;
    }
    read.push(...some);
  }
  const counts = await countsAsOf(deps, at, read);
  return { site: { trees: trees.filter(({ size }) => size > 0), ...counts }, before, next: end };
}

/** Roots of a site, oldest first. @param first the first one; left out: all */
export async function rootsOf(
  { pool }: Pick<Deps, 'pool'>,
  siteId: string,
  first: string | null = null,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ qr_id: string }>(
    `SELECT qr_id FROM read_models.qrs WHERE site_id = $1 AND depth = 0 AND ($2::uuid IS NULL OR
       (created_at, qr_id) >= (SELECT f.created_at, f.qr_id FROM read_models.qrs f WHERE f.qr_id = $2))
     ORDER BY created_at, qr_id`,
    [siteId, first],
  );
  return rows.map(({ qr_id }) => qr_id);
}

/** One for each root; empty if the tree did not exist yet. */
const snapshotsOf = ({ store }: Deps, roots: readonly string[], { position }: AsOf): Promise<readonly TreeSnapshot[]> =>
  inLanes(roots, async (root) => {
    const events = await treeHistory(store, root);
    return foldTree(events.filter((event) => event.position <= position));
  });
