import { Decimal } from 'decimal.js';
import { z } from 'zod';

/** A percent of the sale amount, 0 to 100 with at most two decimals, as a decimal string: `"2.50"`. */
export const percentSchema = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, {
  error: 'a percentage from 0 to 100 with at most two decimals, such as "2.50"',
  // Refinements that follow compute with it, and nothing else can be computed with.
  abort: true,
});

/** Percents are computed in hundredths (basis points), so that sums and differences are exact integers. */
export function toBasisPoints(percent: string): number {
  return new Decimal(percent).times(100).toNumber();
}

/** 250 → "2.50". */
export function fromBasisPoints(basisPoints: number): string {
  return new Decimal(basisPoints).div(100).toFixed(2);
}

/** The canonical form that events and answers carry: two decimals. */
export function normalizePercent(percent: string): string {
  return new Decimal(percent).toFixed(2);
}
