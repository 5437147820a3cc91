import type { PayoutEvent } from '@perktree/contracts/events/catalogue';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import type { PayoutsState } from './state.ts';

/** Keeps the event within what a store takes (1 MiB); what is left over is in the next payout. */
export const MAX_ENTRIES = 10_000;

/** A matured ledger entry that nobody has paid, as far as its reader knew. */
export interface PayableEntry {
  readonly entryId: string;
  /** Negative: it takes something back. In the currency's minor unit. */
  readonly amountMinor: bigint;
}

export interface GeneratePayout {
  readonly payoutId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  /** Oldest first. */
  readonly entries: readonly PayableEntry[];
  readonly minimumMinor: bigint;
  readonly settlement: 'by_hand' | 'provider';
}

/**
 * One payout of all that is payable, where its net reaches the minimum; else everything is carried over, what was taken
 * back included (domain.md 9). An entry that is in a payout already is passed over, so it is in one at most, whoever
 * races and however old the list of entries is.
 */
export function decideGeneratePayout(state: PayoutsState, command: GeneratePayout): readonly PayoutEvent[] {
  const { minimumMinor, entries, ...payout } = command;
  if (state.payouts.has(payout.payoutId)) return [];
  const free = entries.filter(({ entryId }) => !state.taken.has(entryId));
  const included = firstOf(free);
  const net = included.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (net <= 0n || net < minimumMinor) return [];
  const entryIds = included.map(({ entryId }) => entryId);
  return [{ type: 'PayoutGenerated', data: { ...payout, amount: fromMinor(net, payout.currency), entryIds } }];
}

/** Where there are too many, what is taken back comes first: no payout is larger than what is owed. */
function firstOf(entries: readonly PayableEntry[]): readonly PayableEntry[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  const isDebt = ({ amountMinor }: PayableEntry) => amountMinor < 0n;
  return [...entries.filter(isDebt), ...entries.filter((entry) => !isDebt(entry))].slice(0, MAX_ENTRIES);
}
