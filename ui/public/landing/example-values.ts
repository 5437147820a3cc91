/** The distributors who earn from the sale, from the one who claimed the café's QR code to the one who brought the customer. */
export const EARNERS = ['distributor', 'partner', 'last'] as const;
export type Earner = (typeof EARNERS)[number];

/** The visitor's input: the sale in whole euros, and the percentage that each earner received. */
export interface ExampleValues extends Readonly<Record<Earner, number>> {
  readonly sale: number;
}

/** Euros as decimal strings; they sum to the sale. */
export type ExampleShares = Readonly<Record<'shop' | Earner, string>>;

export const FIRST_VALUES: ExampleValues = { sale: 100, distributor: 10, partner: 4, last: 1 };
/** Shown before the calculation is loaded. */
export const FIRST_SHARES: ExampleShares = { shop: '90.00', distributor: '6.00', partner: '3.00', last: '1.00' };
export const MOST_PERCENT = 30;

/** Sets an earner's percentage. Earners below it are limited to it, because no earner can pass on more than their own. */
export function withPercent(values: ExampleValues, earner: Earner, percent: number): ExampleValues {
  const changed = { ...values };
  let most = MOST_PERCENT;
  for (const one of EARNERS) {
    changed[one] = Math.min(one === earner ? percent : values[one], most);
    most = changed[one];
  }
  return changed;
}
