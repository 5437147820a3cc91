import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBasisPoints, normalizePercent, percentSchema, toBasisPoints } from './percent.ts';

describe('percents', () => {
  it.each(['0', '0.1', '0.50', '10.00', '99.99', '100', '100.00'])('takes %s', (percent) => {
    expect(percentSchema.safeParse(percent).success).toBe(true);
  });

  it.each(['', '-1', '100.01', '101', '1e1', 'NaN', '1.234', '10%', ' 5', '5.', '.5'])('refuses %j', (percent) => {
    expect(percentSchema.safeParse(percent).success).toBe(false);
  });

  it('is exact in hundredths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
        expect(toBasisPoints(fromBasisPoints(basisPoints))).toBe(basisPoints);
      }),
    );
    expect(toBasisPoints('0.29')).toBe(29); // 0.29 * 100 is 28.999999999999996 in binary
    expect(normalizePercent('2.5')).toBe('2.50');
    expect(fromBasisPoints(250)).toBe('2.50');
  });
});
