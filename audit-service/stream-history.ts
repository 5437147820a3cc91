import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type AnyEvent, type EventType, type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import type { disputeEvents } from '@perktree/contracts/dispute/events';
import type { commissionTreeEvents } from '@perktree/contracts/qr/events';
import type { AuditServiceDeps } from './deps.ts';
import { textIn } from './text-in.ts';

type Store = Pick<AuditServiceDeps['store'], 'readStream'>;
export type TreeEvent = RecordedEvent<keyof typeof commissionTreeEvents>;
export type SiteHistoryEvent = RecordedEvent;

/** The events of a stream, oldest first; none of one that does not exist. @throws UndecodableEvent */
const readHistory = async <Event extends RecordedEvent>(store: Store, stream: string): Promise<readonly Event[]> =>
  (await store.readStream(stream)).map((event) => decodeEvent(event) as Event);

export const treeHistory = (store: Store, rootQrId: string) =>
  readHistory<TreeEvent>(store, streams.commissionTree(rootQrId));

export const siteHistory = (store: Store, siteId: string) => readHistory<SiteHistoryEvent>(store, streams.site(siteId));

export const approvalHistory = (store: Store, siteId: string) =>
  readHistory<RecordedEvent>(store, streams.approvals(siteId));

/** The events that record ledger entries: a redemption, its confirmation, and a reversal of it. */
export type RedemptionHistoryEvent = RecordedEvent<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;

/** The events of a redemption of a QR, oldest first. @throws UndecodableEvent */
export async function redemptionEventsOf(
  store: Store,
  qrId: string,
  redemptionId: string,
): Promise<readonly RedemptionHistoryEvent[]> {
  const stored = await store.readStream(streams.redemptions(qrId));
  // Before decoding: a QR's stream may hold very many redemptions.
  return stored
    .filter(({ data }) => redemptionOfStream(data) === redemptionId)
    .map((event) => decodeEvent(event) as RedemptionHistoryEvent);
}

export type DisputeNoteEvent = RecordedEvent<keyof typeof disputeEvents>;

export const disputeHistory = (store: Store, redemptionId: string) =>
  readHistory<DisputeNoteEvent>(store, streams.dispute(redemptionId));

/** The sessions in which operators viewed the product as a user. */
export const viewHistory = (store: Store, userId: string) => readHistory(store, streams.viewAs(userId));

export function isOf<T extends EventType>(event: { fact: AnyEvent }, type: T): event is RecordedEvent<T> {
  return event.fact.type === type;
}

/** The redemption id in undecoded event data; empty when it has none. */
export const redemptionOfStream = (data: unknown): string => textIn(data, 'redemptionId') ?? '';
