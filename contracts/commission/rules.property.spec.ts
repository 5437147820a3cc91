import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exact, wholeUnits } from '../kernel/exact.ts';
import { fromMinor, sumAmounts, toMinor } from '../kernel/money.ts';
import { fromBasisPoints } from '../kernel/percent.ts';
import { COMMISSION_RULES } from './registry.ts';
import { REVERSAL_RULE_VERSION, takenBackInAll } from './reversal.ts';
import type { PathNode, RuleSettings } from './rule.ts';
import { ruleChoiceSchema } from './schema.ts';

const minors = fc.oneof(fc.bigInt({ min: 0n, max: 2_000n }), fc.bigInt({ min: 0n, max: 999_999_999n }));
const amounts = minors.map((minor) => fromMinor(minor, 'EUR'));

/** A path as a tree can hold it: percents never rise on the way down; any of its QRs may be unclaimed. */
const paths: fc.Arbitrary<PathNode[]> = fc
  .array(
    fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }), owner: fc.option(fc.integer({ max: 5, min: 0 })) }),
    { minLength: 1, maxLength: 33 },
  )
  .map((nodes) => {
    const falling = nodes.map((node) => node.basisPoints).sort((a, b) => b - a);
    return nodes.map(({ owner }, depth) => ({
      qrId: `qr-${depth}`,
      ownerId: owner === null ? null : `owner-${owner}`,
      percent: fromBasisPoints(falling[depth] ?? 0),
    }));
  });

// What every rule keeps, also one that is registered later.
describe.each(COMMISSION_RULES)('commission rule $version, $name', (rule) => {
  const settings: fc.Arbitrary<RuleSettings> = fc.record(
    Object.fromEntries(rule.settings.map((name) => [name, fc.array(amounts, { minLength: 1, maxLength: 33 })])),
  );
  const sales = fc.record({ path: paths, saleMinor: minors, settings });
  const allocated = ({ path, saleMinor, settings }: { path: PathNode[]; saleMinor: bigint; settings: RuleSettings }) =>
    rule.allocate(path, fromMinor(saleMinor, 'EUR'), 'EUR', settings);

  it('is chosen with its settings alone', () => {
    fc.assert(
      fc.property(settings, (values) => {
        const choice = { version: rule.version, settings: values };
        expect(ruleChoiceSchema.parse(choice)).toEqual(choice);
        expect(ruleChoiceSchema.safeParse({ ...choice, settings: { ...values, other: ['1.00'] } }).success).toBe(false);
        const [setting] = rule.settings;
        if (setting === undefined) return;
        const { [setting]: _, ...others } = values;
        expect(ruleChoiceSchema.safeParse({ ...choice, settings: others }).success).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('conserves the total: the shares sum to the pool, which is never more than the sale', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const { pool, shares } = allocated(sale);
        expect(
          sumAmounts(
            shares.map(({ amount }) => amount),
            'EUR',
          ),
        ).toBe(pool);
        expect(toMinor(pool, 'EUR')).toBeLessThanOrEqual(sale.saleMinor);
        for (const { amount } of shares) expect(toMinor(amount, 'EUR')).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 500 },
    );
  });

  it('has one share for each claimed QR, in the order of the path', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const claimed = sale.path.filter(({ ownerId }) => ownerId !== null);
        expect(allocated(sale).shares.map(({ qrId, ownerId }) => [qrId, ownerId])).toEqual(
          claimed.map(({ qrId, ownerId }) => [qrId, ownerId]),
        );
      }),
    );
  });

  it('takes back the pool of what is reversed, in any parts, and at the whole sale exactly what was earned', () => {
    expect(REVERSAL_RULE_VERSION).toBe(2);
    fc.assert(
      fc.property(sales, fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { maxLength: 5 }), (sale, parts) => {
        fc.pre(sale.saleMinor > 0n);
        const { pool, shares } = allocated(sale);
        const earned = shares.map((share) => ({ ...share, earned: toMinor(share.amount, 'EUR') }));
        const poolOf = (reversed: bigint) => rule.reversedPool({ saleMinor: sale.saleMinor, shares: earned }, reversed);
        expect(poolOf(sale.saleMinor)).toBe(toMinor(pool, 'EUR'));
        let taken: readonly bigint[] = earned.map(() => 0n);
        const rising = parts.map((part) => (sale.saleMinor * part) / 1_000n).sort((a, b) => (a < b ? -1 : 1));
        for (const reversed of [...rising, sale.saleMinor]) {
          const before = taken;
          const units = earned.map((share, n) => ({ earned: share.earned, taken: before[n] ?? 0n }));
          taken = takenBackInAll(units, sale.saleMinor, { amount: reversed, pool: poolOf(reversed) });
          expect(taken.reduce((sum, minor) => sum + minor, 0n)).toBe(poolOf(reversed));
          for (const [n, minor] of taken.entries()) expect(minor).toBeGreaterThanOrEqual(before[n] ?? 0n);
        }
        expect(taken).toEqual(earned.map((share) => share.earned));
      }),
      { numRuns: 300 },
    );
  });
});

it('rounds a product divided by a sale as whole numbers do, half-up, also one digit from a half', () => {
  const twelveDigits = fc.bigInt({ min: 1n, max: 999_999_999_999n });
  fc.assert(
    fc.property(twelveDigits, twelveDigits, fc.bigInt({ min: -1n, max: 1n }), (quotient, sale, off) => {
      // The dividend is one unit below, at or above a half.
      const dividend = quotient * sale + sale / 2n + off;
      expect(wholeUnits(new Exact(dividend).div(sale))).toBe((2n * dividend + sale) / (2n * sale));
    }),
    { numRuns: 1_000 },
  );
});
