import { Decimal } from 'decimal.js';

/**
 * The arithmetic of money, percents and shares: decimal.js with 40 digits, rounding half-up. Sums and products are exact: two
 * amounts of 12 digits have a product of 24. A quotient by a sale of 12 digits that is no half of a minor unit is at least 10⁻¹³
 * away from one, so its 40 digits round as the exact value does. Screens that only show amounts use `money.ts` and `percent.ts`.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

export const NOTHING = new Exact(0);
const HUNDREDTH = new Exact('0.01');

/** A percent of an amount, with all its decimals. */
export const percentOf = (amount: Exact, percent: Decimal.Value): Exact => amount.times(percent).times(HUNDREDTH);

/** Whole minor units, half-up. */
export const wholeUnits = (minor: Exact): bigint => BigInt(minor.toFixed(0));
