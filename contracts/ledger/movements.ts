import type { EventData, EventOf } from '../catalogue/events.ts';
import { type Currency, toMinor } from '../kernel/money.ts';

type WithShares = EventData<'BenefitRedeemed' | 'RedemptionConfirmed' | 'RedemptionReversed'>;
type WrittenShare = WithShares['shares'][number] & { readonly reversesEntryId?: string };

/** The sums of a payee at a site in one currency, in minor units. */
export interface LedgerSums {
  readonly earned: bigint;
  /** Zero or negative. */
  readonly takenBack: bigint;
  /** Less what was returned. */
  readonly paidOut: bigint;
  readonly writtenOff: bigint;
}
export const NO_SUMS: LedgerSums = { earned: 0n, takenBack: 0n, paidOut: 0n, writtenOff: 0n };

/** An entry that an event writes into the ledger: a share earned, or taken back. */
export interface LedgerEntry {
  readonly entryId: string;
  readonly qrId: string;
  readonly distributorId: string;
  readonly percent: string;
  /** Decimal string in the currency's major unit; negative where it takes back. */
  readonly amount: string;
  readonly minor: bigint;
  /** Null: the share is earned. */
  readonly reversesEntryId: string | null;
}

/** What an event adds to one sum of one payee, in minor units. */
export interface LedgerMovement {
  readonly distributorId: string;
  readonly sum: keyof LedgerSums;
  readonly minor: bigint;
}

export type MoneyFact = EventOf<
  | 'BenefitRedeemed'
  | 'RedemptionConfirmed'
  | 'RedemptionReversed'
  | 'PayoutPaid'
  | 'PayoutReturned'
  | 'BalanceWrittenOff'
>;

interface WithEntries {
  readonly currency: Currency;
  readonly shares: readonly WrittenShare[];
}

/** The entries of an event, in the order of its shares. */
export const entriesIn = ({ shares, currency }: WithEntries): readonly LedgerEntry[] =>
  shares.map((share) => entryOf(share, currency));

/** One entry of an event. Reads the amount of no other: an event may have thousands. */
export function entryIn({ shares, currency }: WithEntries, entryId: string): LedgerEntry | undefined {
  const share = shares.find((one) => one.entryId === entryId);
  return share && entryOf(share, currency);
}

function entryOf(share: WrittenShare, currency: Currency): LedgerEntry {
  const { entryId, qrId, ownerId, percent, amount, reversesEntryId = null } = share;
  return { entryId, qrId, distributorId: ownerId, percent, amount, minor: toMinor(amount, currency), reversesEntryId };
}

/** An entry of a redemption that awaits confirmation: no sum has it. */
export function waitingEntryIn(data: WithShares, entryId: string): LedgerEntry | undefined {
  const waiting = 'awaitsConfirmation' in data ? data.awaitsConfirmation : null;
  return waiting === null ? undefined : entryIn({ currency: data.currency, shares: waiting.shares }, entryId);
}

/** What an event moves. The audit and the offline verifier have a calculation of their own, so that neither hides a mistake of this one. */
export function movementsOf({ type, data }: MoneyFact): readonly LedgerMovement[] {
  switch (type) {
    case 'BenefitRedeemed':
    case 'RedemptionConfirmed':
    case 'RedemptionReversed':
      return entriesIn(data).map(({ distributorId, minor, reversesEntryId }) => ({
        distributorId,
        sum: reversesEntryId === null ? 'earned' : 'takenBack',
        minor,
      }));
    case 'PayoutPaid':
      return [{ distributorId: data.distributorId, sum: 'paidOut', minor: toMinor(data.amount, data.currency) }];
    case 'PayoutReturned':
      return [{ distributorId: data.distributorId, sum: 'paidOut', minor: -toMinor(data.amount, data.currency) }];
    case 'BalanceWrittenOff':
      return [{ distributorId: data.distributorId, sum: 'writtenOff', minor: toMinor(data.amount, data.currency) }];
  }
}

/** The commission that an event adds, of all payees: negative for a reversal. */
export const commissionIn = (data: WithShares): bigint =>
  'pool' in data ? toMinor(data.pool, data.currency) : entriesIn(data).reduce((total, { minor }) => total + minor, 0n);

export const withMovement = <Sums extends LedgerSums>(
  sums: Sums,
  { sum, minor }: Omit<LedgerMovement, 'distributorId'>,
): Sums => ({ ...sums, [sum]: sums[sum] + minor });

export const owedOf = ({ earned, takenBack, paidOut, writtenOff }: LedgerSums): bigint =>
  earned + takenBack - paidOut - writtenOff;
