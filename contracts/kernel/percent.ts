import { z } from 'zod';
import { decimalRule } from './issue-codes.ts';

/** A percent of the sale amount, 0 to 100 with at most two decimals, as a decimal string: `"2.50"`. */
export const percentSchema = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, {
  error: decimalRule('100'),
  // Later refinements compute with the value, so stop at a malformed one.
  abort: true,
});

/**
 * Percents are computed in hundredths (basis points), so that sums and differences are exact integers. The input has been
 * through the schema above.
 */
export function toBasisPoints(percent: string): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(percent) ?? [];
  if (whole === undefined) throw new RangeError(`${percent} is no percentage`);
  return 100 * Number(whole) + Number(fraction.padEnd(2, '0'));
}

/** 250 → "2.50". */
export function fromBasisPoints(basisPoints: number): string {
  const magnitude = Math.abs(basisPoints);
  return `${basisPoints < 0 ? '-' : ''}${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`;
}

/** The canonical form that events and answers carry: two decimals. */
export function normalizePercent(percent: string): string {
  return fromBasisPoints(toBasisPoints(percent));
}
