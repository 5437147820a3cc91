import type { TreeRow } from '@perktree/contracts/qr/answers';
import { qrCalls } from '@perktree/contracts/qr/calls';
import { qrListCalls } from '@perktree/contracts/qr/list-calls';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import { listFileOf } from '@perktree/platform/http/list-file';
import { mountCall, type StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { shownBrands } from '../brand/shown-brands.ts';
import type { QueryServiceDeps } from '../engine/deps.ts';
import type { Listing, ListScope } from '../engine/listing/listing.ts';
import { type ListCaller, listAnswers, mountListing } from '../engine/listing/mount-listing.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { ofReadableSite } from '../engine/scope.ts';
import { configurationOf } from '../site/configuration-of.ts';
import { labelsCsv, qrsCsv } from './csv.ts';
import { labelOf, qrCodeOf } from './links.ts';
import {
  type FoundQrRow,
  type LabelRow,
  type ListedQrRow,
  OWN_CONDITION,
  OWN_LABELS,
  OWN_QRS,
  OWN_QRS_WITH_PATHS,
  SITE_LABELS,
  SITE_QRS,
  SITE_QRS_WITH_PATHS,
} from './listing.ts';
import { createReadableQr, isOwnerView } from './one-query.ts';
import { createPeopleView, qrAnswerOf } from './qr-row.ts';
import { createTreePages, TREE_PAGE } from './tree-pages.ts';
import { countBelow, type Forest, forestOfDistributor, forestOfSite, treeOfQr } from './walk.ts';

const LIMITED = Object.values(PLANS).filter(({ limits }) => limits.activeQrs !== null);
/** Counting stops here: no plan with a limit allows more. */
const MAX_COUNTED = Math.max(...LIMITED.map(({ limits }) => limits.activeQrs ?? 0));

interface Asked {
  readonly tenant_id: string;
  readonly root_qr_id: string;
  readonly depth: number;
}

/**
 * What the plan of a site's owner leaves to distributors of a QR, without its figures. The command decides, by events that read
 * models may not have yet.
 * @param roots whether the plan counts a root that a distributor makes: one that waits for approval is not counted
 */
async function ownerPlanOf(pool: Pool, qr: Asked, { now, roots }: { now: string; roots: boolean }) {
  const [found] = await select<{ plan: PlanId; splits: number; ofPlan: number }>(
    pool,
    `WITH p AS (SELECT coalesce((SELECT plan FROM read_models.plans WHERE tenant_id = $1), 'free') AS plan)
     SELECT (SELECT plan FROM p) AS plan,
       (SELECT count(*)::integer FROM (SELECT FROM read_models.qrs WHERE (SELECT plan FROM p) = ANY ($6)
         AND root_qr_id = $2 AND is_active AND expires_at > $3
         AND created_by IS NOT NULL AND parent_qr_id IS NOT NULL LIMIT $4) splits) AS splits,
       (SELECT count(*)::integer FROM (SELECT FROM read_models.qrs WHERE $5 AND (SELECT plan FROM p) = ANY ($6)
         AND tenant_id = $1 AND is_active AND expires_at > $3 AND approval IS NULL
         AND (created_by IS NULL OR parent_qr_id IS NULL) LIMIT $4) counted) AS "ofPlan"`,
    [qr.tenant_id, qr.root_qr_id, now, MAX_COUNTED, roots, LIMITED.map(({ id }) => id)],
    'owner-plan',
  );
  const { splitDepth, activeQrs } = PLANS[found?.plan ?? 'free'].limits;
  const hasRoom = (active: number) => activeQrs === null || active < activeQrs;
  return {
    allowsSplit: splitDepth === null || qr.depth < splitDepth,
    hasRoomInTree: hasRoom(found?.splits ?? 0),
    hasRoomForTopLevel: hasRoom(found?.ofPlan ?? 0),
  };
}

async function isBlockedOn(pool: Pool, siteId: string, distributorId: string): Promise<boolean> {
  const rows = await select(
    pool,
    'SELECT 1 FROM read_models.site_blocks WHERE block_id = $1 AND is_blocked',
    [`${siteId}:${distributorId}`],
    'is-blocked',
  );
  return rows.length > 0;
}

interface Readers {
  readonly deps: QueryServiceDeps;
  readonly viewOf: ReturnType<typeof createPeopleView>;
  readonly readableQr: ReturnType<typeof createReadableQr>;
  readonly trees: ReturnType<typeof createTreePages>;
}

/** Answers a list of QRs as its query asks for it: flat, as rows of trees, or as what a search finds in them. */
function qrLists(
  { deps, viewOf, readableQr, trees }: Readers,
  listing: Listing<ListedQrRow>,
  withPaths: Listing<FoundQrRow>,
  asOwner: boolean,
) {
  const csv = qrsCsv;
  const flat = listAnswers(deps, {
    csv,
    listing,
    async itemsOf(rows, _now, session) {
      const view = await viewOf(session, asOwner, rows);
      return rows.map((row) => qrAnswerOf(row, view));
    },
  });
  const inTrees = listAnswers(deps, {
    csv,
    listing: withPaths,
    pageLength: TREE_PAGE,
    async itemsOf(rows, _now, session) {
      const view = await viewOf(session, asOwner, rows);
      return rows.map((row): TreeRow => {
        const path = JSON.parse(row.path) as TreeRow['path'] & object;
        return Object.assign(qrAnswerOf(row, view), { level: path.length, childCount: row.children[0], path });
      });
    },
  });
  /** @param siteId the site that the path names; null: none */
  return async (caller: ListCaller, query: QrListQuery, scope: ListScope, forest: Forest, siteId: string | null) => {
    const { request, session, reply } = caller;
    const { levels, below } = query;
    if (levels === undefined || listFileOf(request)) return listed(await flat(caller, query, scope));
    if (isSearch(query) || query.ids !== undefined) return found(query, await inTrees(caller, query, scope));
    if (below !== undefined) await readableQr(session, { qrId: below, siteId });
    const page = { ...query, levels, startsAfter: below };
    const shown = below === undefined ? forest : treeOfQr(below);
    return { answer: await trees.pageOf(shown, page, session, asOwner, reply) };
  };
}

export function mountQrs(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const { pool, authenticate, publicUrl, clock } = deps;
  const viewOf = createPeopleView(deps);
  const readableQr = createReadableQr(pool, feed);
  const trees = createTreePages(deps, feed, viewOf);
  const readers = { deps, viewOf, readableQr, trees };

  const ofSite = ofReadableSite(pool, 'q.site_id');
  const ofDistributor = async ({ session }: { session: Session }): Promise<ListScope> => ({
    condition: OWN_CONDITION,
    value: session.userId,
  });

  const labels = {
    csv: labelsCsv(publicUrl),
    async itemsOf(rows: readonly LabelRow[]) {
      const brands = await shownBrands(
        pool,
        rows.map((row) => row.site_id),
      );
      return rows.map((row) => labelOf(row, publicUrl, brands.get(row.site_id)));
    },
  };
  mountListing(app, deps, qrListCalls.siteLabels, { ...labels, listing: SITE_LABELS, scopeOf: ofSite });
  mountListing(app, deps, qrListCalls.ownLabels, { ...labels, listing: OWN_LABELS, scopeOf: ofDistributor });

  const siteLists = qrLists(readers, SITE_QRS, SITE_QRS_WITH_PATHS, true);
  mountCall(app, authenticate, qrListCalls.listQrs, async (caller) => {
    const { siteId } = caller.params;
    return siteLists(caller, caller.query, await ofSite(caller), forestOfSite(siteId), siteId);
  });

  const ownLists = qrLists(readers, OWN_QRS, OWN_QRS_WITH_PATHS, false);
  mountCall(app, authenticate, qrListCalls.listOwnQrs, async (caller) => {
    const forest = forestOfDistributor(caller.session.userId);
    return ownLists(caller, caller.query, await ofDistributor(caller), forest, null);
  });

  mountCall(app, authenticate, qrCalls.ownSiteConfig, async ({ params, session }) => {
    const { userId } = session;
    const qr = await readableQr(session, { qrId: params.qrId, siteId: null });
    const {
      distributorCanGenerateChildQrs,
      distributorCanGenerateTopLevelQrs,
      topLevelQrsNeedApproval,
      commissionRule,
    } = configurationOf(qr.configuration);
    const roots = distributorCanGenerateTopLevelQrs && !topLevelQrsNeedApproval;
    const [isBlocked, plan] = await Promise.all([
      isBlockedOn(pool, qr.site_id, userId),
      ownerPlanOf(pool, qr, { now: clock().toISOString(), roots }),
    ]);
    return {
      answer: {
        siteId: qr.site_id,
        canSplit: distributorCanGenerateChildQrs && !isBlocked,
        canCreateTopLevel: distributorCanGenerateTopLevelQrs && !isBlocked,
        isBlocked,
        commissionRule,
        plan,
      },
    };
  });

  mountCall(app, authenticate, qrCalls.qrTree, async ({ params, query, session, reply }) => {
    const qr = await readableQr(session, params);
    return { answer: await trees.treeOf(qr, query, session, isOwnerView(qr, session), reply) };
  });

  mountCall(app, authenticate, qrCalls.qrsBelow, async ({ params, session }) => {
    const { qr_id: qrId } = await readableQr(session, params);
    return { answer: await countBelow(pool, qrId) };
  });

  mountCall(app, authenticate, qrCalls.ownQrTree, async ({ params, query, session, reply }) => {
    const qr = await readableQr(session, { qrId: params.qrId, siteId: null });
    return { answer: await trees.treeOf(qr, query, session, false, reply) };
  });

  mountCall(app, authenticate, qrCalls.qrCode, async ({ params, session }) => {
    return { answer: await qrCodeOf(await readableQr(session, params), publicUrl) };
  });
}

type QrListQuery = z.output<(typeof qrListCalls)['listQrs' | 'listOwnQrs']['query']>;
const isSearch = ({ q, show, sort }: QrListQuery) =>
  (q ?? '').trim() !== '' || show !== undefined || sort !== undefined;

type Answered<Item> = StreamResult | { readonly items: readonly Item[] };
const listed = <Item>(list: Answered<Item>) => ('stream' in list ? list : { answer: [...list.items] });
/** Rows requested by id alone replace rows of a tree page, which have no path. */
function found(query: QrListQuery, list: Answered<TreeRow>) {
  if ('stream' in list || isSearch(query)) return listed(list);
  return { answer: list.items.map((row) => ({ ...row, path: null })) };
}
