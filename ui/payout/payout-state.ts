import { CURRENCIES, type Currency, sumAmounts } from '@perktree/contracts/kernel/money';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { formatMoney } from '../lib/use-locale.ts';

export const TONES = {
  processing: 'warning',
  paid: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  returned: 'bad',
  written_off: 'quiet',
} as const;

export type PayoutAction = 'paid' | 'cancel' | 'returned' | 'correct';

/**
 * What an owner can do with a payout. The provider's payouts follow its notices only.
 * @param waits for the approval of a second person
 */
export function actionsOf({ status, settlement, funding }: PayoutAnswer, waits = false): readonly PayoutAction[] {
  // A payout without a funding may be left from before the payment provider was removed.
  if (status === 'processing' && funding === null) return waits ? ['cancel'] : ['paid', 'cancel'];
  return status === 'paid' && settlement === 'by_hand' ? ['returned', 'correct'] : [];
}

/** Whether it can be marked as paid together with others: never one that the payment provider transfers. */
export const isChoosable = (payout: PayoutAnswer): boolean =>
  payout.settlement === 'by_hand' && actionsOf(payout).includes('paid');

const WAITING = ['awaiting_approval', 'collecting', 'disputed'] as const;

/** The text that says why a payout failed or waits; null: its status says it. */
export function reasonOf({ status, funding, failure }: PayoutAnswer, reader: 'owner' | 'distributor') {
  if (status === 'failed' && failure !== null) return `why.${reader}.${failure}` as const;
  if (status !== 'processing' && funding !== 'disputed') return null;
  const waiting = WAITING.find((one) => one === funding);
  return waiting === undefined ? null : (`why.${reader}.${waiting}` as const);
}

/** Payouts, ledger, totals, balances and rankings, which all change with a payout: every read. */
export const PAYOUT_READS = [[]];

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
