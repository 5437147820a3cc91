import type { EventType, RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/events/codec';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import { streams } from '@perktree/contracts/streams';
import type { StoredEvent } from '@perktree/event-store/port';
import type { AuditServiceDeps } from '../deps.ts';
import { isOf } from '../stream-history.ts';
import { compareWith, type Difference, missing } from './difference.ts';
import { type EntryRow, sumOfEntries } from './entry-row.ts';

const PAYOUT_EVENTS = ['PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'PayoutCancelled'] as const;
export type PayoutEvent = RecordedEvent<(typeof PAYOUT_EVENTS)[number]>;

/** What payouts say of an entry, oldest first, and what does not add up in it. */
export async function payoutsOfEntry(
  { store, pool }: Pick<AuditServiceDeps, 'store' | 'pool'>,
  row: EntryRow,
): Promise<{ events: readonly PayoutEvent[]; differences: readonly Difference[] }> {
  const stored = await store.readStream(streams.payouts(row.site_id, row.distributor_id));
  let events: readonly PayoutEvent[];
  try {
    events = stored.filter((event) => names(event, row.entry_id)).map((event) => decodeEvent(event) as PayoutEvent);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return { events: [], differences: [missing('payout', error.message)] };
  }
  const differences = [...(await amountsThatDiffer(pool, events, row.currency)), ...payoutsAtOnce(events)];
  return { events, differences };
}

function names({ type, data }: StoredEvent, entryId: string): boolean {
  if (!PAYOUT_EVENTS.includes(type as EventType as (typeof PAYOUT_EVENTS)[number])) return false;
  const { entryIds } = data as { entryIds?: unknown };
  return Array.isArray(entryIds) && entryIds.includes(entryId);
}

/** A payout is the sum of its entries. */
async function amountsThatDiffer(
  pool: AuditServiceDeps['pool'],
  events: readonly PayoutEvent[],
  currency: Currency,
): Promise<readonly Difference[]> {
  const { differences, equal } = compareWith('payout');
  for (const event of events) {
    if (!isOf(event, 'PayoutGenerated') && !isOf(event, 'PayoutPaid')) continue;
    const { amount, entryIds, currency: paidIn } = event.fact.data;
    equal('currency of the payout', paidIn, currency);
    const sum = await sumOfEntries(pool, entryIds);
    equal('amount of the payout', amount, sum === null ? null : fromMinor(sum, currency));
  }
  return differences;
}

/** An entry is in one payout at most; one that failed or was cancelled sets it free. */
function payoutsAtOnce(events: readonly PayoutEvent[]): readonly Difference[] {
  const { differences, equal } = compareWith('payout');
  let current: string | null = null;
  for (const event of events) {
    const { payoutId } = event.fact.data;
    if (isOf(event, 'PayoutGenerated')) {
      if (current !== null) equal('payout that has the entry', payoutId, current);
      current = payoutId;
    } else {
      equal('payout that has the entry', payoutId, current);
      if (!isOf(event, 'PayoutPaid')) current = null;
    }
  }
  return differences;
}
