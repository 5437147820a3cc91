import type { QrTreeNode, TreeAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { coalesced } from '@perktree/platform/coalesced';
import type { Session } from '@perktree/platform/http/session';
import { limitByKey } from '@perktree/platform/limit-by-key';
import type { FastifyReply } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { cutPage, type PageRequest, pageOf } from '../engine/page.ts';
import type { PositionFeed } from '../engine/position-feed.ts';
import { QueryCache } from '../engine/query-cache.ts';
import { type PeopleView, type QrRow, type QrView, qrAnswerOf } from './qr-row.ts';
import {
  ancestorsWithin,
  type Descendants,
  descendantsOf,
  type Forest,
  type WalkedQr,
  walk,
  walkCursor,
} from './walk.ts';

/** Rows of a subtree, nested. @param rows the QR itself first, parents before their children */
function nested(rows: readonly [QrRow, ...QrRow[]], view: QrView): TreeAnswer {
  const qr = qrAnswerOf(rows[0], view);
  const children: QrTreeNode[] = [];
  const childrenOf = new Map([[qr.id, children]]);
  for (const row of rows.slice(1)) {
    const node = Object.assign(qrAnswerOf(row, view), { children: [] });
    childrenOf.set(node.id, node.children);
    childrenOf.get(node.parentQrId ?? '')?.push(node);
  }
  return { availableCommission: qr.availableCommission, qr, children };
}

/** Rows of a page of trees, unless the request has a `limit`: a few screens. */
export const TREE_PAGE = 50;
/** Most trees per statement, and most concurrent statements: a tree may have hundreds of rows. */
const TOGETHER = { max: 10, underWay: 4 };
/** Trees of one caller that are read at once: half of all, so that another caller's tree does not wait for them. */
const PER_CALLER = (TOGETHER.max * TOGETHER.underWay) / 2;

/** Answers pages of trees; concurrent requests for trees of QRs share a statement. */
export function createTreePages({ pool }: QueryServiceDeps, feed: PositionFeed, viewOf: PeopleView) {
  const ask = coalesced((wanted: readonly Descendants[]) => descendantsOf(pool, wanted), TOGETHER);
  const inTurn = limitByKey(PER_CALLER);
  const cache = new QueryCache<WalkedQr>(feed);

  return {
    /** Rows of a forest, in the order of its trees. `startsAfter`: the QR before its first row, if it is not the forest's first. */
    async pageOf(
      forest: Forest,
      query: PageRequest & {
        readonly levels: number;
        readonly toggled?: readonly string[] | undefined;
        readonly startsAfter?: string | undefined;
      },
      session: Session,
      asOwner: boolean,
      reply: FastifyReply,
    ): Promise<TreeRow[]> {
      const page = pageOf({ ...query, limit: query.limit ?? TREE_PAGE }, walkCursor);
      const rows = await walk(pool, forest, {
        limit: page.limit + 1,
        after: page.after?.[0] ?? query.startsAfter ?? null,
        levels: query.levels,
        toggled: query.toggled ?? [],
      });
      const shown = cutPage(reply, page, rows, (row): [string] => [row.qr_id]);
      const view = await viewOf(session, asOwner, shown);
      return shown.map((row) =>
        Object.assign(qrAnswerOf(row, view), { level: row.level, childCount: row.children[0], path: null }),
      );
    },

    /**
     * A QR with a page of its descendants, nested. Later pages repeat the QRs between it and their first row, so that every
     * row has its parent.
     */
    async treeOf(
      qr: QrRow,
      query: PageRequest,
      session: Session,
      asOwner: boolean,
      reply: FastifyReply,
    ): Promise<TreeAnswer> {
      const page = pageOf(query, walkCursor);
      const after = page.after?.[0] ?? qr.qr_id;
      const rows = await cache.of(`${qr.qr_id} ${after} ${page.limit}`, () =>
        inTurn(session.userId, () => ask({ qrId: qr.qr_id, after, limit: page.limit + 1 })),
      );
      const below = cutPage(reply, page, rows, (row): [string] => [row.qr_id]);
      const first = below[0];
      const above =
        page.after === null || first === undefined ? [] : await ancestorsWithin(pool, first.qr_id, qr.qr_id);
      const all = [qr, ...above, ...below] as const;
      return nested(all, await viewOf(session, asOwner, all));
    },
  };
}
