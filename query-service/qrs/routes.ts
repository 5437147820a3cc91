import { qrCalls } from '@perktree/contracts/http/qrs';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import { configurationOf } from '../configuration-of.ts';
import type { QueryServiceDeps } from '../deps.ts';
import { isBlockedOn } from '../distributors/blocked.ts';
import { cutPage, pageOf, timeAndId } from '../page.ts';
import type { PositionFeed } from '../position-feed.ts';
import { readableSite, signedIn } from '../scope.ts';
import { qrCodeOf } from './links.ts';
import { ownCursor, qrsOfDistributor, qrsOfSite } from './list-query.ts';
import { createReadableQr, isOwnerView } from './one-query.ts';
import { type QrRow, type QrView, qrAnswerOf } from './qr-row.ts';
import { treeOf } from './tree.ts';

export function mountQrs(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const { pool, authenticate, accounts, clock, publicUrl } = deps;

  /** Owners see who has claimed and made their QRs. */
  async function viewOf(session: Session, asOwner: boolean, rows: readonly QrRow[]): Promise<QrView> {
    const people = asOwner ? rows.flatMap((row) => [row.owner_id ?? [], row.created_by ?? []].flat()) : [];
    const names = await accounts.displayNames([...new Set(people)]);
    return { now: clock(), asOwner, userId: session.userId, names };
  }

  const readableQr = createReadableQr(pool, feed);

  mountCall(app, authenticate, qrCalls.listQrs, async ({ params, query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const { site_id } = await readableSite(pool, signedIn(session), params.siteId);
    const rows = await qrsOfSite(pool, site_id, page);
    const shown = cutPage(reply, page, rows, (row) => [row.created_at, row.qr_id]);
    const view = await viewOf(signedIn(session), true, shown);
    return { answer: shown.map((row) => qrAnswerOf(row, view)) };
  });

  mountCall(app, authenticate, qrCalls.listOwnQrs, async ({ query, session, reply }) => {
    const page = pageOf(query, ownCursor);
    const rows = await qrsOfDistributor(pool, signedIn(session).userId, page);
    const shown = cutPage(reply, page, rows, (row) => [row.depth, row.created_at, row.qr_id]);
    const view = await viewOf(signedIn(session), false, shown);
    return { answer: shown.map((row) => qrAnswerOf(row, view)) };
  });

  mountCall(app, authenticate, qrCalls.ownSiteConfig, async ({ params, session }) => {
    const wanted = { qrId: params.qrId, siteId: null, subtree: false };
    const { userId } = signedIn(session);
    const [qr] = await readableQr(signedIn(session), wanted);
    const { distributorCanGenerateChildQrs, distributorCanGenerateTopLevelQrs } = configurationOf(qr.configuration);
    const isBlocked = await isBlockedOn(pool, qr.site_id, userId);
    return {
      answer: {
        siteId: qr.site_id,
        canSplit: distributorCanGenerateChildQrs && !isBlocked,
        canCreateTopLevel: distributorCanGenerateTopLevelQrs && !isBlocked,
        isBlocked,
      },
    };
  });

  mountCall(app, authenticate, qrCalls.qrTree, async ({ params, session: maybe }) => {
    const session = signedIn(maybe);
    const rows = await readableQr(session, { ...params, subtree: true });
    return { answer: treeOf(rows, await viewOf(session, isOwnerView(rows[0], session), rows)) };
  });

  mountCall(app, authenticate, qrCalls.ownQrTree, async ({ params, session }) => {
    const rows = await readableQr(signedIn(session), { qrId: params.qrId, siteId: null, subtree: true });
    return { answer: treeOf(rows, await viewOf(signedIn(session), false, rows)) };
  });

  mountCall(app, authenticate, qrCalls.qrCode, async ({ params, session }) => {
    const [qr] = await readableQr(signedIn(session), { ...params, subtree: false });
    return { answer: await qrCodeOf(qr, publicUrl) };
  });
}
