import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EARNERS, FIRST_VALUES, MAX_PERCENT, sharesOf, withPercent } from './example-shares.ts';

describe('the example of the landing page', () => {
  it('shares every sale to the cent, whatever a visitor chooses', () => {
    const percent = fc.integer({ min: 0, max: MAX_PERCENT });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(...EARNERS), percent, (sale, earner, value) => {
        const values = withPercent({ ...FIRST_VALUES, sale }, earner, value);
        const cents = Object.values(sharesOf(values)).map((amount) => Math.round(Number(amount) * 100));
        expect(cents.reduce((sum, one) => sum + one, 0)).toBe(sale * 100);
        expect(Math.min(...cents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
