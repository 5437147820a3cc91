import type { TreeRow } from '@perktree/contracts/http/qr-answers';
import { qrListCalls } from '@perktree/contracts/http/qr-lists';
import { qrCalls } from '@perktree/contracts/http/qrs';
import { mountCall, type StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { configurationOf } from '../configuration-of.ts';
import type { QueryServiceDeps } from '../deps.ts';
import { isBlockedOn } from '../distributors/blocked.ts';
import { wantsCsv } from '../listing/csv-request.ts';
import type { ListScope } from '../listing/listing.ts';
import { listAnswers, mountListing } from '../listing/mount-listing.ts';
import type { PositionFeed } from '../position-feed.ts';
import { readableSite } from '../scope.ts';
import { shownBrands } from '../shown-brands.ts';
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
import { forestOfDistributor, forestOfSite, treeOfQr } from './walk.ts';

export function mountQrs(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const { pool, authenticate, publicUrl } = deps;
  const viewOf = createPeopleView(deps);
  const readableQr = createReadableQr(pool, feed);
  const trees = createTreePages(deps, feed, viewOf);

  const csv = qrsCsv;
  const ofSite = {
    csv,
    scopeOf: async ({ params, session }: { params: { siteId: string }; session: Session }): Promise<ListScope> => {
      const { site_id } = await readableSite(pool, session, params.siteId);
      return { condition: 'q.site_id = $1::uuid', value: site_id };
    },
  };
  const ofDistributor = {
    csv,
    scopeOf: async ({ session }: { session: Session }): Promise<ListScope> => ({
      condition: OWN_CONDITION,
      value: session.userId,
    }),
  };
  const answersFor = (asOwner: boolean) => async (rows: readonly ListedQrRow[], _now: string, session: Session) => {
    const view = await viewOf(session, asOwner, rows);
    return rows.map((row) => qrAnswerOf(row, view));
  };
  const foundFor = (asOwner: boolean) => async (rows: readonly FoundQrRow[], _now: string, session: Session) => {
    const view = await viewOf(session, asOwner, rows);
    return rows.map((row): TreeRow => {
      const path = JSON.parse(row.path) as TreeRow['path'] & object;
      return Object.assign(qrAnswerOf(row, view), { level: path.length, childCount: row.children[0], path });
    });
  };

  const labels = {
    csv: labelsCsv,
    async itemsOf(rows: readonly LabelRow[]) {
      const brands = await shownBrands(
        pool,
        rows.map((row) => row.site_id),
      );
      return rows.map((row) => labelOf(row, publicUrl, brands.get(row.site_id)));
    },
  };
  mountListing(app, deps, qrListCalls.siteLabels, { ...ofSite, ...labels, listing: SITE_LABELS });
  mountListing(app, deps, qrListCalls.ownLabels, { ...ofDistributor, ...labels, listing: OWN_LABELS });

  /** Null: no `below` was sent. @throws 404 if the caller may not read the QR */
  const treeBelow = async (session: Session, qrId: string | undefined, siteId: string | null) =>
    qrId === undefined ? null : treeOfQr((await readableQr(session, { qrId, siteId })).qr_id);

  const pageLength = TREE_PAGE;
  const inSite = listAnswers(deps, { csv, listing: SITE_QRS, itemsOf: answersFor(true) });
  const foundInSite = listAnswers(deps, { csv, pageLength, listing: SITE_QRS_WITH_PATHS, itemsOf: foundFor(true) });
  mountCall(app, authenticate, qrListCalls.listQrs, async (caller) => {
    const { query, session, reply } = caller;
    const { levels } = query;
    const scope = await ofSite.scopeOf(caller);
    if (levels === undefined || wantsCsv(caller.request)) return listed(await inSite(caller, query, scope));
    if (isFound(query)) return found(query, await foundInSite(caller, query, scope));
    const { siteId } = caller.params;
    const below = await treeBelow(session, query.below, siteId);
    const page = { ...query, levels, startsAfter: query.below };
    return { answer: await trees.pageOf(below ?? forestOfSite(siteId), page, session, true, reply) };
  });

  const ofMine = listAnswers(deps, { csv, listing: OWN_QRS, itemsOf: answersFor(false) });
  const foundOfMine = listAnswers(deps, { csv, pageLength, listing: OWN_QRS_WITH_PATHS, itemsOf: foundFor(false) });
  mountCall(app, authenticate, qrListCalls.listOwnQrs, async (caller) => {
    const { query, session, reply } = caller;
    const { levels } = query;
    const scope = await ofDistributor.scopeOf(caller);
    if (levels === undefined || wantsCsv(caller.request)) return listed(await ofMine(caller, query, scope));
    if (isFound(query)) return found(query, await foundOfMine(caller, query, scope));
    const below = await treeBelow(session, query.below, null);
    const page = { ...query, levels, startsAfter: query.below };
    return { answer: await trees.pageOf(below ?? forestOfDistributor(session.userId), page, session, false, reply) };
  });

  mountCall(app, authenticate, qrCalls.ownSiteConfig, async ({ params, session }) => {
    const { userId } = session;
    const qr = await readableQr(session, { qrId: params.qrId, siteId: null });
    const { distributorCanGenerateChildQrs, distributorCanGenerateTopLevelQrs, commissionRule } = configurationOf(
      qr.configuration,
    );
    const isBlocked = await isBlockedOn(pool, qr.site_id, userId);
    return {
      answer: {
        siteId: qr.site_id,
        canSplit: distributorCanGenerateChildQrs && !isBlocked,
        canCreateTopLevel: distributorCanGenerateTopLevelQrs && !isBlocked,
        isBlocked,
        commissionRule,
      },
    };
  });

  mountCall(app, authenticate, qrCalls.qrTree, async ({ params, query, session, reply }) => {
    const qr = await readableQr(session, params);
    return { answer: await trees.treeOf(qr, query, session, isOwnerView(qr, session), reply) };
  });

  mountCall(app, authenticate, qrCalls.ownQrTree, async ({ params, query, session, reply }) => {
    const qr = await readableQr(session, { qrId: params.qrId, siteId: null });
    return { answer: await trees.treeOf(qr, query, session, false, reply) };
  });

  mountCall(app, authenticate, qrCalls.qrCode, async ({ params, session }) => {
    return { answer: await qrCodeOf(await readableQr(session, params), publicUrl) };
  });
}

interface Search {
  readonly q?: string | undefined;
  readonly show?: string | undefined;
  readonly sort?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}
const isSearch = ({ q, show, sort }: Search) => (q ?? '').trim() !== '' || show !== undefined || sort !== undefined;
const isFound = (query: Search) => isSearch(query) || query.ids !== undefined;

type Answered<Item> = StreamResult | { readonly items: readonly Item[] };
const listed = <Item>(list: Answered<Item>) => ('stream' in list ? list : { answer: [...list.items] });
/** Rows requested by id alone replace rows of a tree page, which have no path. */
function found(query: Search, list: Answered<TreeRow>) {
  if ('stream' in list || isSearch(query)) return listed(list);
  return { answer: list.items.map((row) => ({ ...row, path: null })) };
}
