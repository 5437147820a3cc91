import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import type { payoutEvents } from '@perktree/contracts/payout/events';
import type { AuditServiceDeps } from '../deps.ts';

type PayoutEvent = RecordedEvent<keyof typeof payoutEvents>;

/** A payout, or a write-off, as its events record it. */
export interface PayoutHistory {
  /** The event that made it. */
  readonly made: RecordedEvent<'PayoutGenerated' | 'BalanceWrittenOff'>;
  /** All events about it, oldest first. */
  readonly events: readonly PayoutEvent[];
  readonly status: PayoutHistoryAnswer['status'];
  /** Ids of the ledger entries, also of those that a sum stands for. */
  readonly entryIds: readonly string[];
}

/** Null: no event made it. @throws UndecodableEvent */
export async function payoutHistory(
  { store }: Pick<AuditServiceDeps, 'store'>,
  { siteId, distributorId, payoutId }: Readonly<Record<'siteId' | 'distributorId' | 'payoutId', string>>,
): Promise<PayoutHistory | null> {
  const stored = await store.readStream(streams.payouts(siteId, distributorId));
  const all = stored.map((event) => decodeEvent(event) as PayoutEvent);
  const events = all.filter(({ fact }) => idOf(fact) === payoutId);
  const made = events.find(
    (event): event is PayoutHistory['made'] =>
      event.fact.type === 'PayoutGenerated' || event.fact.type === 'BalanceWrittenOff',
  );
  if (made === undefined) return null;
  const sums = new Map(
    all.flatMap(({ fact }) => (fact.type === 'EntriesCombined' ? [[fact.data.combinedId, fact.data.entryIds]] : [])),
  );
  const entryIds = made.fact.data.entryIds.flatMap((id) => sums.get(id) ?? [id]);
  return { made, events, status: statusOf(events), entryIds };
}

const idOf = ({ data }: PayoutEvent['fact']): string | null =>
  'payoutId' in data ? data.payoutId : 'writeOffId' in data ? data.writeOffId : null;

/** The status that each event leads to; the others change none. */
const STATUS: { readonly [T in PayoutEvent['fact']['type']]?: PayoutHistory['status'] } = {
  PayoutGenerated: 'processing',
  PayoutPaid: 'paid',
  PayoutFailed: 'failed',
  PayoutCancelled: 'cancelled',
  PayoutReturned: 'returned',
  BalanceWrittenOff: 'written_off',
};

const statusOf = (events: readonly PayoutEvent[]): PayoutHistory['status'] =>
  events.reduce<PayoutHistory['status']>((status, { fact }) => STATUS[fact.type] ?? status, 'processing');
