import type { Currency } from '@perktree/contracts/kernel/money';
import type { payoutEvents } from '@perktree/contracts/payout/events';
import type { Awaited } from '../explanation/check-redemption.ts';

/**
 * The event that records entries: a redemption, its confirmation, or a reversal of it. Times in milliseconds;
 * `at` and `paidAt` are those of the replay's clock.
 */
export interface WrittenIn {
  readonly redemption: AuditedRedemption;
  readonly at: number;
  readonly maturesAt: number;
  /** Position of the event. A number holds those of any store that fits on a disk. */
  readonly position: number;
}

/** The facts of a redemption that later events depend on. Sums in minor units. */
export interface AuditedRedemption extends Omit<WrittenIn, 'redemption'> {
  readonly redemptionId: string;
  readonly qrId: string;
  readonly siteId: string;
  readonly customerId: string;
  readonly period: number;
  readonly currency: Currency;
  readonly ruleVersion: number;
  /** The sale amount; after a confirmation, the confirmed one. */
  sale: number;
  reversed: number;
  /** By one reversal or the last of several. */
  isWhollyReversed: boolean;
  /** Computed amount taken back of each share; empty before the first reversal. */
  taken: readonly bigint[];
  /** End of the hold of its entries, in milliseconds. */
  holdUntil: number;
  entries: Entry[];
  /** The shares that staff have to confirm; null once earned. */
  awaited: Awaited | null;
}

/** The facts of a payout that later events depend on. */
export interface AuditedPayout {
  readonly payoutId: string;
  readonly distributorId: string;
  readonly amount: string;
  /** Empty once it has failed, or was cancelled or returned. */
  entryIds: readonly string[];
  status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'returned' | 'written_off';
}

/** Status of a payout after an event about it. */
export const STATUS_AFTER = {
  PayoutGenerated: 'processing',
  PayoutPaid: 'paid',
  PayoutFailed: 'failed',
  PayoutCancelled: 'cancelled',
  PayoutReturned: 'returned',
  PayoutReferenceCorrected: 'paid',
  BalanceWrittenOff: 'written_off',
} as const satisfies Record<Exclude<keyof typeof payoutEvents, 'EntriesCombined'>, AuditedPayout['status']>;

/** The combined entry of several entries. In minor units. */
export interface Sum {
  readonly distributorId: string;
  readonly siteId: string;
  readonly currency: Currency;
  readonly amount: number;
  payout: AuditedPayout | null;
}

/** A ledger entry: one share, or the reversal of one. Sums in minor units. */
export interface Entry {
  readonly entryId: string;
  readonly qrId: string;
  readonly ownerId: string;
  readonly points: number;
  /** 0 while it awaits confirmation. */
  readonly amount: number;
  /** The amount it would earn, and until when in milliseconds, while it awaits confirmation; null once earned. */
  readonly awaiting: { readonly amount: number; readonly until: number } | null;
  readonly writtenIn: AuditedRedemption | WrittenIn;
  /** The entry that this one reverses; null if this is not a reversal. */
  readonly origin: Entry | null;
  /** Sum of its reversals: zero or negative. */
  compensated: number;
  payout: AuditedPayout | null;
  /** The combined entry that replaces it; null if it was not combined. */
  combinedId: string | null;
  /** Milliseconds; null while unpaid. */
  paidAt: number | null;
  /** Position of the last event that changed it. */
  changedAt: number;
  /** The read model has a row of it. */
  isSeen: boolean;
}

export function redemptionOf({ writtenIn }: Entry): AuditedRedemption {
  return 'redemption' in writtenIn ? writtenIn.redemption : writtenIn;
}

/** Keeps a text that comes again and again once. */
export function interning(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}
