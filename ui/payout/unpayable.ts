import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';

type Balance = SiteBalancesAnswer['distributors'][number];

/** A balance that no payout settles: a distributor's debt, or what a deleted account is owed. */
export interface Unpayable extends Balance {
  /** The part that is still on hold and cannot be written off yet. Null: nothing is. */
  readonly maturing: string | null;
  /** The payable balance can be written off now. */
  readonly isDue: boolean;
}

export function unpayableOf(balances: readonly Balance[]): readonly Unpayable[] {
  return balances.flatMap((balance) => {
    const { currency, owed, payable, inPayout, isErased } = balance;
    const payableMinor = toMinor(payable, currency);
    const maturingMinor = toMinor(owed, currency) - payableMinor - toMinor(inPayout, currency);
    const isDue = payableMinor < 0n || (isErased && payableMinor > 0n);
    if (!isDue && !(isErased && maturingMinor !== 0n)) return [];
    const maturing = maturingMinor === 0n ? null : fromMinor(maturingMinor, currency);
    return [{ ...balance, maturing, isDue }];
  });
}
