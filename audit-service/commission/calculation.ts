import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { type Currency, minorDigits } from '@perktree/contracts/kernel/money';

/** A QR of a path, root first. */
export interface PathQr {
  readonly qrId: string;
  readonly ownerId: string | null;
  /** Decimal string, percent of the sale amount. */
  readonly percent: string;
}

/** One share with every step of its calculation; sums are decimal strings in the currency's major unit. */
interface ComputedShare {
  readonly qrId: string;
  readonly ownerId: string;
  readonly percent: string;
  /** Before rounding, and before a limit was applied. */
  readonly exact: string;
  readonly floor: string;
  readonly remainder: string;
  /** Got one of the minor units that the pool had left. */
  readonly gotExtra: boolean;
  readonly amount: string;
}

export interface Computed {
  readonly pool: { readonly percent: string; readonly exact: string; readonly amount: string };
  readonly shares: readonly ComputedShare[];
}

/** What a reversal needs of a redemption: its sale in minor units, and its shares as they were earned. */
export interface EarnedShares {
  readonly sale: bigint;
  readonly shares: readonly { readonly percent: string; readonly earned: bigint }[];
}

/**
 * The audit's own calculation of one commission rule. It shares no code with contracts/commission, so that neither hides a
 * mistake of the other.
 */
export interface Calculation {
  compute(path: readonly PathQr[], saleAmount: string, currency: Currency, settings: RuleSettings): Computed;
  /** The pool of the reversed part of a sale, in minor units. */
  reversedPool(earned: EarnedShares, reversed: bigint): bigint;
}

export const WHOLE = 10_000n;

/** Of numbers that are not negative, half-up. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (2n * (dividend % divisor) >= divisor ? 1n : 0n);
}

/** 250n → "2.50"; negative where a path is not in order. */
export function auditedPercentOf(points: bigint): string {
  const digits = (points < 0n ? -points : points).toString().padStart(3, '0');
  return `${points < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Ten-thousandths of a minor unit as an amount. Trailing zeros are cut down to the minor unit's digits. */
export function exactAmount(tenThousandths: bigint, currency: Currency): string {
  const digits = minorDigits(currency) + 4;
  const absolute = (tenThousandths < 0n ? -tenThousandths : tenThousandths).toString().padStart(digits + 1, '0');
  const fraction = absolute.slice(-digits);
  const shown = fraction.replace(/0{1,4}$/, '');
  return `${tenThousandths < 0n ? '-' : ''}${absolute.slice(0, -digits)}${shown === '' ? '' : `.${shown}`}`;
}
