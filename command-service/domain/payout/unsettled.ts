import type { EventOf } from '@perktree/contracts/events/catalogue';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import type { PayoutsState } from './state.ts';

/** Entries or sums that one event names: 10,000 ids take 390 kB, and an event store takes 1 MiB. */
export const MAX_ENTRIES = 10_000;

/** A matured ledger entry that its reader knew as unpaid. */
export interface PayableEntry {
  readonly entryId: string;
  /** Negative: it takes something back. In the currency's minor unit. */
  readonly amountMinor: bigint;
}

/** Whose entries are settled, and where. */
export interface Payee {
  readonly siteId: string;
  readonly tenantId: string;
  readonly distributorId: string;
  readonly currency: Currency;
}

export interface Settle extends Payee {
  /** Oldest first. */
  readonly entries: readonly PayableEntry[];
  /** The id of the sum, where entries have to be combined first. */
  readonly combinedId: string;
}

/** What is still to be settled: single entries, and sums of entries that were combined before. */
export interface Unsettled {
  readonly entries: readonly PayableEntry[];
  readonly ids: readonly string[];
  readonly netMinor: bigint;
}

/** Entries of 0.00 are left out: there is nothing to settle in them. So are entries that are settled already. */
export function unsettledOf(state: PayoutsState, { currency, entries: known }: Settle): Unsettled {
  const entries = known.filter(({ entryId, amountMinor }) => amountMinor !== 0n && !state.taken.has(entryId));
  const sums = [...state.sums].filter(([id, sum]) => sum.currency === currency && !state.taken.has(id));
  return {
    entries,
    ids: [...sums.map(([id]) => id), ...entries.map(({ entryId }) => entryId)],
    netMinor: sums.reduce((net, [, sum]) => net + sum.amountMinor, netOf(entries)),
  };
}

/** One step towards few enough ids for one event; null: they are few enough. */
export function combineStep(
  command: Settle,
  { entries, ids }: Unsettled,
  maxEntries: number,
): EventOf<'EntriesCombined'> | null {
  if (ids.length <= maxEntries) return null;
  const { combinedId, siteId, tenantId, distributorId, currency } = command;
  const combined = entries.slice(0, maxEntries);
  const entryIds = combined.map(({ entryId }) => entryId);
  const amount = fromMinor(netOf(combined), currency);
  return { type: 'EntriesCombined', data: { combinedId, siteId, tenantId, distributorId, currency, amount, entryIds } };
}

function netOf(entries: readonly PayableEntry[]): bigint {
  return entries.reduce((net, { amountMinor }) => net + amountMinor, 0n);
}
