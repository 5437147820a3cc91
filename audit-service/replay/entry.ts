import type { Currency } from '@perktree/contracts/money';
import type { Awaited } from '../explanation/check-confirmation.ts';

/**
 * The event that entries were written down in: a redemption, its confirmation, or a reversal of it. Times in milliseconds;
 * `at` and `paidAt` are those of the walk's clock.
 */
export interface WrittenIn {
  readonly redemption: Redemption;
  readonly at: number;
  readonly maturesAt: number;
  /** Position of the event. A number holds those of any store that fits on a disk. */
  readonly position: number;
}

/** A redemption as far as what follows it depends on it. Sums in minor units. */
export interface Redemption extends Omit<WrittenIn, 'redemption'> {
  readonly redemptionId: string;
  readonly qrId: string;
  readonly siteId: string;
  readonly customerId: string;
  readonly period: number;
  readonly currency: Currency;
  /** Of the confirmed sale amount from the confirmation on. */
  sale: number;
  reversed: number;
  /** Taken back of each share, as it is computed; none where nothing was reversed. */
  taken: readonly bigint[];
  /** End of the hold of its entries, in milliseconds. */
  holdUntil: number;
  entries: Entry[];
  /** What staff have to confirm; null: the entries are earned. */
  awaited: Awaited | null;
}

/** A payout as far as what follows it depends on it. */
export interface Payout {
  readonly payoutId: string;
  readonly distributorId: string;
  readonly amount: string;
  /** Empty where nothing can follow any more. */
  entryIds: readonly string[];
  status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'written_off';
}

/** What stands for entries that were combined. In minor units. */
export interface Sum {
  readonly distributorId: string;
  readonly siteId: string;
  readonly currency: Currency;
  readonly amount: number;
  payout: Payout | null;
}

/** One share written down, or taken back. Sums in minor units. */
export interface Entry {
  readonly entryId: string;
  readonly qrId: string;
  readonly ownerId: string;
  readonly points: number;
  /** 0 while it awaits confirmation. */
  readonly amount: number;
  /** What it would earn, while it awaits confirmation; null: earned. */
  readonly awaiting: number | null;
  readonly writtenIn: Redemption | WrittenIn;
  /** The entry that it takes back; null where it takes nothing back. */
  readonly origin: Entry | null;
  /** What was taken back of it: not positive. */
  compensated: number;
  payout: Payout | null;
  /** The sum that stands for it; null: it stands for itself. */
  combinedId: string | null;
  /** Milliseconds; null: nobody has paid it. */
  paidAt: number | null;
  /** Position of the last event that says something of it. */
  changedAt: number;
  /** The read model has it. */
  isSeen: boolean;
}

export function redemptionOf({ writtenIn }: Entry): Redemption {
  return 'redemption' in writtenIn ? writtenIn.redemption : writtenIn;
}
