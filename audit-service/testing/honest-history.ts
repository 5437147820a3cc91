import { type AnyEvent, type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { derivedId } from '../replay/once-checker.ts';

/** As commands would have stored a history: each event in its stream, with the tree revision and hold of its time. */
export function asStored<E extends RecordedEvent>(events: readonly E[]): readonly E[] {
  const revisions = new Map<string, number>();
  const holds = new Map<string, string>();
  return events.map((event) => {
    const stream = streamOf(event.fact);
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return withItsId({ ...event, stream, revision, fact: withItsTime(event, revisions, holds) });
  });
}

/** With the id that the only event of a command has. */
export function withItsId<E extends RecordedEvent>(event: E): E {
  const { commandId, recordedAt } = event.metadata;
  const { type, data } = stored(event);
  return {
    ...event,
    eventId: derivedId('event', commandId, event.stream, 0, recordedAt, JSON.stringify({ type, data })),
  };
}

/** An event store that holds these events. */
export function storeOf(events: readonly RecordedEvent[]): MemoryStore {
  const store = new MemoryStore();
  store.push(...events.map(stored));
  return store;
}

function streamOf({ type, data }: AnyEvent): string {
  if (type === 'BenefitRedeemed' || type === 'RedemptionConfirmed' || type === 'RedemptionReversed')
    return streams.redemptions(data.qrId);
  if (type === 'MonthClosed') return streams.approvals(data.siteId);
  if ('noteId' in data && 'redemptionId' in data) return streams.dispute(data.redemptionId);
  if ('payoutId' in data || 'writeOffId' in data) return streams.payouts(data.siteId, data.distributorId);
  if (type === 'QrScanned') return streams.scan(data.scanId);
  if (type === 'RedemptionCodeReserved') return streams.redemptionCode(data.siteId, data.code);
  if ('rootQrId' in data && type !== 'QrDesigned') return streams.commissionTree(data.rootQrId);
  if ('siteId' in data) return streams.site(data.siteId);
  throw new Error(`${type} is in no stream of these histories`);
}

function withItsTime(
  { fact, metadata }: RecordedEvent,
  revisions: ReadonlyMap<string, number>,
  holds: Map<string, string>,
): AnyEvent {
  const { recordedAt } = metadata;
  if (fact.type === 'BenefitRedeemed') {
    const { redemptionId, rootQrId, holdDays } = fact.data;
    const maturesAt = new Date(Date.parse(recordedAt) + holdDays * DAY_MS).toISOString();
    holds.set(redemptionId, maturesAt);
    const treeRevision = revisions.get(streams.commissionTree(rootQrId)) ?? 0;
    return { ...fact, data: { ...fact.data, saleAmountSource: 'entered', maturesAt, treeRevision } };
  }
  if (fact.type === 'RedemptionConfirmed') {
    const { redemptionId, holdDays } = fact.data;
    const maturesAt = new Date(Date.parse(recordedAt) + holdDays * DAY_MS).toISOString();
    holds.set(redemptionId, maturesAt);
    return { ...fact, data: { ...fact.data, maturesAt } };
  }
  if (fact.type === 'RedemptionReversed') {
    const hold = holds.get(fact.data.redemptionId) ?? recordedAt;
    return { ...fact, data: { ...fact.data, maturesAt: hold > recordedAt ? hold : recordedAt } };
  }
  return fact;
}
