import { CURRENCIES, type Currency, sumAmounts } from '@perktree/contracts/kernel/money';
import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '../lib/format.ts';

/** Refetches payouts, ledger, totals, balances and rankings, which all change with a payout. */
export function useRefreshPayouts(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}

interface Amount {
  readonly amount: string;
  readonly currency: Currency;
}

/** The exact sum of amounts in words, of each currency its own: "€41.00 and $20.00". */
export function sumText(amounts: readonly Amount[], language: string): string {
  const sums = CURRENCIES.flatMap((currency) => {
    const own = amounts.filter((one) => one.currency === currency).map(({ amount }) => amount);
    return own.length === 0 ? [] : [formatMoney(sumAmounts(own, currency), currency, language)];
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(sums);
}
