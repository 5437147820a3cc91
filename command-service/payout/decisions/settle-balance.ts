import type { EventData, EventOf, PayoutEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import type { NO_NOTE, NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type Payout, type PayoutsState, takenIds } from './state.ts';

/** Maximum of ids in one event: 10,000 ids take 390 kB, and an event store takes 1 MiB per append. */
export const MAX_ENTRIES = 10_000;

/** A matured ledger entry that the read model knew as unpaid. */
export interface PayableEntry {
  readonly entryId: string;
  /** In the currency's minor unit; negative for a reversal. */
  readonly amountMinor: bigint;
}

interface Payee {
  readonly siteId: string;
  readonly tenantId: string;
  readonly distributorId: string;
  readonly currency: Currency;
}

interface Settle extends Payee {
  /** Oldest first. */
  readonly entries: readonly PayableEntry[];
  /** Id of the sum, if entries must be combined first. */
  readonly combinedId: string;
}

/** Open entries, and open sums of entries that were combined before. */
interface Unsettled {
  readonly entries: readonly PayableEntry[];
  readonly ids: readonly string[];
  readonly netMinor: bigint;
}

/** Skips entries of 0.00 and settled entries. */
function unsettledOf(state: PayoutsState, { currency, entries: known }: Settle): Unsettled {
  const taken = takenIds(state);
  const entries = known.filter(({ entryId, amountMinor }) => amountMinor !== 0n && !taken.has(entryId));
  const sums = [...state.sums].filter(([id, sum]) => sum.currency === currency && !taken.has(id));
  return {
    entries,
    ids: [...sums.map(([id]) => id), ...entries.map(({ entryId }) => entryId)],
    netMinor: sums.reduce((net, [, sum]) => net + sum.amountMinor, netOf(entries)),
  };
}

/** Combines entries to a sum while there are too many ids for one event; null if there are not. */
function combineStep(
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

export interface GeneratePayoutCommand extends Settle {
  readonly payoutId: string;
  readonly minimumMinor: bigint;
  readonly settlement: Payout['settlement'];
}

/**
 * The next step towards one payout of the whole payable balance. A balance below the minimum is carried over. With more
 * than `maxEntries` entries, earlier steps combine entries to sums. Entries that are in a payout are skipped, so each entry
 * is in at most one payout, even if the list of entries is outdated.
 * @returns empty when no step is left
 */
export function decideGeneratePayout(
  state: PayoutsState,
  command: GeneratePayoutCommand,
  maxEntries: number = MAX_ENTRIES,
): readonly PayoutEvent[] {
  const { payoutId, siteId, tenantId, distributorId, currency, minimumMinor, settlement } = command;
  if (state.payouts.has(payoutId)) return [];
  const unsettled = unsettledOf(state, command);
  const { netMinor, ids } = unsettled;
  if (netMinor <= 0n || netMinor < minimumMinor) return [];
  const step = combineStep(command, unsettled, maxEntries);
  if (step !== null) return [step];
  const payee = { payoutId, siteId, tenantId, distributorId, currency };
  const amount = fromMinor(netMinor, currency);
  return [{ type: 'PayoutGenerated', data: { ...payee, settlement, amount, entryIds: [...ids] } }];
}

interface WriteOffBalance extends Settle {
  readonly writeOffId: string;
  /** The balance that the owner has confirmed, in the currency's minor unit. */
  readonly amountMinor: bigint;
  readonly reason: EventData<'BalanceWrittenOff'>['reason'];
  readonly note: NoteInEvent | typeof NO_NOTE;
  /** The distributor's account no longer exists. */
  readonly isErased: boolean;
}

/**
 * The next step towards writing off a balance: a negative one, or any balance of a deleted account.
 * @returns empty when no step is left
 * @throws Refused NOTHING_TO_WRITE_OFF, BALANCE_OWED, BALANCE_CHANGED
 */
export function decideWriteOff(state: PayoutsState, command: WriteOffBalance): readonly PayoutEvent[] {
  const { writeOffId, siteId, tenantId, distributorId, currency, amountMinor, reason, note } = command;
  if (state.writeOffs.has(writeOffId)) return [];
  const unsettled = unsettledOf(state, command);
  const { netMinor, ids } = unsettled;
  const amount = fromMinor(netMinor, currency);
  if (netMinor === 0n) throw new Refused('NOTHING_TO_WRITE_OFF');
  if (netMinor > 0n && !command.isErased) throw new Refused('BALANCE_OWED');
  if (netMinor !== amountMinor) throw new Refused('BALANCE_CHANGED', { amount, currency });
  const step = combineStep(command, unsettled, MAX_ENTRIES);
  if (step !== null) return [step];
  const payee = { siteId, tenantId, distributorId, currency };
  return [{ type: 'BalanceWrittenOff', data: { ...payee, writeOffId, amount, entryIds: [...ids], reason, ...note } }];
}
