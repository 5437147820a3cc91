import { qrCalls } from '@perktree/contracts/http/qrs';
import { mountCall } from '@perktree/platform/http/mount-call';
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
import { qrAnswerOf } from './qr-row.ts';
import { treeOf } from './tree.ts';

export function mountQrs(app: FastifyInstance, deps: QueryServiceDeps, feed: PositionFeed): void {
  const { pool, authenticate, clock, publicUrl } = deps;
  const readableQr = createReadableQr(pool, feed);

  mountCall(app, authenticate, qrCalls.listQrs, async ({ params, query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const { site_id } = await readableSite(pool, signedIn(session), params.siteId);
    const rows = await qrsOfSite(pool, site_id, page);
    const view = { now: clock(), asOwner: true };
    const shown = cutPage(reply, page, rows, (row) => [row.created_at, row.qr_id]);
    return { answer: shown.map((row) => qrAnswerOf(row, view)) };
  });

  mountCall(app, authenticate, qrCalls.listOwnQrs, async ({ query, session, reply }) => {
    const page = pageOf(query, ownCursor);
    const rows = await qrsOfDistributor(pool, signedIn(session).userId, page);
    const view = { now: clock(), asOwner: false };
    const shown = cutPage(reply, page, rows, (row) => [row.depth, row.created_at, row.qr_id]);
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
    return { answer: treeOf(rows, { now: clock(), asOwner: isOwnerView(rows[0], session) }) };
  });

  mountCall(app, authenticate, qrCalls.ownQrTree, async ({ params, session }) => {
    const rows = await readableQr(signedIn(session), { qrId: params.qrId, siteId: null, subtree: true });
    return { answer: treeOf(rows, { now: clock(), asOwner: false }) };
  });

  mountCall(app, authenticate, qrCalls.qrCode, async ({ params, session }) => {
    const [qr] = await readableQr(signedIn(session), { ...params, subtree: false });
    return { answer: await qrCodeOf(qr, publicUrl) };
  });
}
