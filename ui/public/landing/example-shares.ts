import { allocateCommission } from '@perktree/contracts/commission/registry';
import { DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/rule';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';

/** The distributors who earn from the sale, from the one who claimed the café's QR code to the one who brought the customer. */
export const EARNERS = ['distributor', 'partner', 'last'] as const;
type Earner = (typeof EARNERS)[number];

/** The visitor's input: the sale in whole euros, and the percentage that each earner received. */
interface ExampleValues extends Readonly<Record<Earner, number>> {
  readonly sale: number;
}

/** Euros as decimal strings; they sum to the sale. */
type ExampleShares = Readonly<Record<'shop' | Earner, string>>;

export const FIRST_VALUES: ExampleValues = { sale: 100, distributor: 10, partner: 4, last: 1 };
/** Shown before the calculation is loaded. */
export const FIRST_SHARES: ExampleShares = { shop: '90.00', distributor: '6.00', partner: '3.00', last: '1.00' };
export const MAX_PERCENT = 30;

/** Sets an earner's percentage. Earners below it are limited to it, because no earner can pass on more than their own. */
export function withPercent(values: ExampleValues, earner: Earner, percent: number): ExampleValues {
  const changed = { ...values };
  let max = MAX_PERCENT;
  for (const one of EARNERS) {
    changed[one] = Math.min(one === earner ? percent : values[one], max);
    max = changed[one];
  }
  return changed;
}

/** Calculated by the default commission rule. Loaded after the page, because decimal.js is larger than the rest of it. */
export function sharesOf(values: ExampleValues): ExampleShares {
  const sale = `${values.sale}.00`;
  const path = EARNERS.map((earner) => ({ qrId: earner, ownerId: earner, percent: `${values[earner]}.00` }));
  const { pool, shares } = allocateCommission(DEFAULT_COMMISSION_RULE, path, sale, 'EUR');
  const amountOf = (earner: Earner) => shares.find(({ qrId }) => qrId === earner)?.amount ?? '0.00';
  return {
    shop: fromMinor(toMinor(sale, 'EUR') - toMinor(pool, 'EUR'), 'EUR'),
    distributor: amountOf('distributor'),
    partner: amountOf('partner'),
    last: amountOf('last'),
  };
}
