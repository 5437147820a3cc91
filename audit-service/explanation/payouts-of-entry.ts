import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import { type EventData, type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { payoutEvents } from '@perktree/contracts/payout/events';
import type { StoredEvent } from '@perktree/event-store/port';
import type { AuditServiceDeps } from '../deps.ts';
import { isOf } from '../stream-history.ts';
import { compareWith, type Difference, missing } from './difference.ts';
import { type EntryRow, sumOfEntries } from './entry-row.ts';

export type EntryPayoutEvent = RecordedEvent<keyof typeof payoutEvents>;

/** The payout history of an entry, oldest first, and its contradictions. */
export async function payoutsOfEntry(
  { store, pool }: Pick<AuditServiceDeps, 'store' | 'pool'>,
  row: EntryRow,
): Promise<{ events: readonly EntryPayoutEvent[]; differences: readonly Difference[] }> {
  const stored = await store.readStream(streams.payouts(row.site_id, row.distributor_id));
  let events: readonly EntryPayoutEvent[];
  try {
    events = naming(stored, row.entry_id).map((event) => decodeEvent(event) as EntryPayoutEvent);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return { events: [], differences: [missing('payout', error.message)] };
  }
  const sums = sumsIn(stored);
  const differences = [...(await amountsThatDiffer(pool, events, row.currency, sums)), ...payoutsAtOnce(events)];
  return { events, differences };
}

/** The events that name an entry, or the sum that stands for it. */
function naming(stored: readonly StoredEvent[], entryId: string): readonly StoredEvent[] {
  const ids = new Set<unknown>([entryId]);
  return stored.filter(({ type, data }) => {
    const { entryIds, combinedId } = data as { entryIds?: unknown; combinedId?: unknown };
    const isNamed = Array.isArray(entryIds) && entryIds.some((id) => ids.has(id));
    if (isNamed && type === 'EntriesCombined') ids.add(combinedId);
    return isNamed && Object.hasOwn(payoutEvents, type);
  });
}

export function sumsIn(stored: readonly StoredEvent[]): ReadonlyMap<string, readonly string[]> {
  const combined = stored
    .filter(({ type }) => type === 'EntriesCombined')
    .map(({ data }) => data as EventData<'EntriesCombined'>);
  return new Map(combined.map(({ combinedId, entryIds }) => [combinedId, entryIds]));
}

/** A payout is the sum of its entries. */
async function amountsThatDiffer(
  pool: AuditServiceDeps['pool'],
  events: readonly EntryPayoutEvent[],
  currency: Currency,
  sums: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Difference[]> {
  const { differences, equal } = compareWith('payout');
  for (const event of events) {
    const { data } = event.fact;
    if (!('amount' in data)) continue;
    const { amount, entryIds, currency: paidIn } = data;
    equal('currency of the payout', paidIn, currency);
    const sum = await sumOfEntries(
      pool,
      entryIds.flatMap((id) => sums.get(id) ?? [id]),
    );
    equal('amount of the payout', amount, sum === null ? null : fromMinor(sum, currency));
  }
  return differences;
}

/** An entry is in one payout at most; one that failed, or was cancelled or returned, sets it free. */
function payoutsAtOnce(events: readonly EntryPayoutEvent[]): readonly Difference[] {
  const { differences, equal } = compareWith('payout');
  let current: string | null = null;
  for (const event of events) {
    if (isOf(event, 'EntriesCombined')) continue;
    const { data } = event.fact;
    const payoutId = 'writeOffId' in data ? data.writeOffId : 'payoutId' in data ? data.payoutId : null;
    if (isOf(event, 'PayoutGenerated') || isOf(event, 'BalanceWrittenOff')) {
      if (current !== null) equal('payout that has the entry', payoutId, current);
      current = payoutId;
    } else {
      equal('payout that has the entry', payoutId, current);
      if (!isOf(event, 'PayoutPaid') && !isOf(event, 'PayoutReferenceCorrected')) current = null;
    }
  }
  return differences;
}
