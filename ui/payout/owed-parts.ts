import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { PastBalancesAnswer } from '@perktree/contracts/ledger/calls';

type Balance = Pick<PastBalancesAnswer['totals'][number], 'currency' | 'owed' | 'payable' | 'inPayout'>;

/** Parts of a debt in the order of payment, as decimal strings. */
export interface OwedParts {
  readonly inPayout: string;
  /** Negative: more was reversed than earned. The next earnings settle it. */
  readonly payable: string;
  readonly onHold: string;
}
export const OWED_PARTS = ['inPayout', 'payable', 'onHold'] as const satisfies readonly (keyof OwedParts)[];

export function owedParts({ currency, owed, payable, inPayout }: Balance): OwedParts {
  const onHold = toMinor(owed, currency) - toMinor(payable, currency) - toMinor(inPayout, currency);
  return { inPayout, payable, onHold: fromMinor(onHold, currency) };
}

/** Amount by which a payable balance is below the minimum payout. Null if it reaches the minimum, or is not positive. */
export function missingToMinimum(
  { currency, payable }: Pick<Balance, 'currency' | 'payable'>,
  minimum: string,
): string | null {
  const payableMinor = toMinor(payable, currency);
  const missing = toMinor(minimum, currency) - payableMinor;
  return payableMinor > 0n && missing > 0n ? fromMinor(missing, currency) : null;
}
