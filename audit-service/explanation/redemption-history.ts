import { UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { AuditServiceDeps } from '../deps.ts';
import {
  isOf,
  redemptionEventsOf,
  type SiteHistoryEvent,
  siteHistory,
  type TreeEvent,
  treeHistory,
} from '../stream-history.ts';
import { type Difference, missing } from './difference.ts';

/** All that a redemption can be computed again from. */
export interface ExplainedRedemption {
  /** Null: the stream does not have it, or not in a shape that any version of the product has written. */
  readonly redeemed: RecordedEvent<'BenefitRedeemed'> | null;
  /** Null: staff have not confirmed it. */
  readonly confirmed: RecordedEvent<'RedemptionConfirmed'> | null;
  /** Oldest first. */
  readonly reversals: readonly RecordedEvent<'RedemptionReversed'>[];
  /** The whole stream of the tree. */
  readonly tree: readonly TreeEvent[];
  /** The whole stream of the site. */
  readonly site: readonly SiteHistoryEvent[];
}

/** @returns the history, and a difference for each part that cannot be read */
export async function explainedRedemption(
  store: Pick<AuditServiceDeps['store'], 'readStream'>,
  sought: { readonly redemptionId: string; readonly qrId: string; readonly siteId: string },
): Promise<{ history: ExplainedRedemption; unreadable: readonly Difference[] }> {
  const unreadable: Difference[] = [];
  const readable = async <T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      unreadable.push(missing('event', error.message));
      return [];
    }
  };
  const events = await readable(() => redemptionEventsOf(store, sought.qrId, sought.redemptionId));
  const redeemed = events.find((event) => isOf(event, 'BenefitRedeemed')) ?? null;
  const confirmed = events.find((event) => isOf(event, 'RedemptionConfirmed')) ?? null;
  const reversals = events.filter((event) => isOf(event, 'RedemptionReversed'));
  const rootQrId = redeemed?.fact.data.rootQrId;
  const [tree, site] = await Promise.all([
    readable(async () => (rootQrId === undefined ? [] : treeHistory(store, rootQrId))),
    readable(() => siteHistory(store, sought.siteId)),
  ]);
  return { history: { redeemed, confirmed, reversals, tree, site }, unreadable };
}
