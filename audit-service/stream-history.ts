import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { disputeEvents } from '@perktree/contracts/dispute/events';
import type { commissionTreeEvents } from '@perktree/contracts/qr/events';
import type { AuditServiceDeps } from './deps.ts';
import { textIn } from './text-in.ts';

type Store = Pick<AuditServiceDeps['store'], 'readStream'>;
export type TreeEvent = RecordedEvent<keyof typeof commissionTreeEvents>;
export type SiteHistoryEvent = RecordedEvent;

/**
 * The events of a tree, oldest first; empty for an unknown root.
 * @throws UndecodableEvent
 */
export async function treeHistory(store: Store, rootQrId: string): Promise<readonly TreeEvent[]> {
  const stored = await store.readStream(streams.commissionTree(rootQrId));
  return stored.map((event) => decodeEvent(event) as TreeEvent);
}

/** @throws UndecodableEvent */
export async function siteHistory(store: Store, siteId: string): Promise<readonly SiteHistoryEvent[]> {
  return (await store.readStream(streams.site(siteId))).map(decodeEvent);
}

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

/** The dispute notes of a redemption, oldest first. @throws UndecodableEvent */
export async function disputeHistory(store: Store, redemptionId: string): Promise<readonly DisputeNoteEvent[]> {
  const stored = await store.readStream(streams.dispute(redemptionId));
  return stored.map((event) => decodeEvent(event) as DisputeNoteEvent);
}

/** The sessions in which operators viewed the product as a user, oldest first. @throws UndecodableEvent */
export async function viewHistory(store: Store, userId: string): Promise<readonly RecordedEvent[]> {
  return (await store.readStream(streams.viewAs(userId))).map(decodeEvent);
}

/** Narrows a recorded event to a type. */
export function isOf<T extends EventType>(event: { fact: AnyEvent }, type: T): event is RecordedEvent<T> {
  return event.fact.type === type;
}

/** The redemption id in undecoded event data; empty when it has none. */
export const redemptionOfStream = (data: unknown): string => textIn(data, 'redemptionId') ?? '';
