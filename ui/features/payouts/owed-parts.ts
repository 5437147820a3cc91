import type { PastBalancesAnswer } from '@perktree/contracts/http/earnings';
import { fromMinor, toMinor } from '@perktree/contracts/money';

type Balance = Pick<PastBalancesAnswer['totals'][number], 'currency' | 'owed' | 'payable' | 'inPayout'>;

/** Parts of what is owed, in the order in which they are paid. Amounts are decimal strings. */
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

/** What is missing until a payable balance reaches the minimum payout; null: nothing, or it is not positive. */
export function missingToMinimum(
  { currency, payable }: Pick<Balance, 'currency' | 'payable'>,
  minimum: string,
): string | null {
  const payableMinor = toMinor(payable, currency);
  const missing = toMinor(minimum, currency) - payableMinor;
  return payableMinor > 0n && missing > 0n ? fromMinor(missing, currency) : null;
}
