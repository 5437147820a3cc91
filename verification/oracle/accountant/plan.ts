import * as fc from 'fast-check';

export const KINDS = [
  ...(['sell', 'sell', 'sell', 'sell', 'redeemAlone', 'redeemAlone', 'confirm', 'confirm'] as const),
  ...(['reversePart', 'reversePart', 'reversePart', 'reverseAll', 'generate', 'generate', 'pay', 'pay'] as const),
  ...(['cancel', 'writeOff', 'writeOff', 'block', 'unblock'] as const),
];

/** One action; `pick` and `level` choose among the existing objects. */
const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  business: fc.nat(),
  pick: fc.nat(),
  level: fc.nat(),
  /** Sale amount in minor units. */
  minor: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 500_000 })),
  /** Thousandths of the amount that is left to reverse. */
  part: fc.integer({ min: 1, max: 999 }),
  /** Change of the clock before it, in seconds; sometimes negative, as the clock of a process may be behind. */
  seconds: fc.oneof(fc.integer({ min: -50, max: 900 }), fc.integer({ min: 0, max: 3 * 86_400 })),
});
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const tree = fc.record({
  currency: fc.constantFrom('EUR', 'USD', 'GBP'),
  holdDays: fc.constantFrom(0, 0, 7),
  /** Percents from the root down in hundredths, and which distributor has claimed each; null: none. */
  levels: fc
    .array(fc.record({ less: fc.integer({ min: 50, max: 900 }), owner: fc.option(fc.nat({ max: 2 }), { freq: 5 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((levels) =>
      levels.map(({ owner }, n) => ({
        owner,
        points: levels.slice(n).reduce((sum, { less }) => sum + less, 0),
      })),
    ),
});
export type TreePlan = typeof tree extends fc.Arbitrary<infer T> ? T : never;

/** Two businesses of two owners with the same distributors, and actions there. */
export const plans = fc.record({
  trees: fc.array(tree, { minLength: 2, maxLength: 2 }),
  acts: fc.array(act, { minLength: 30, maxLength: 40 }),
});
export type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

const done = (kind: Act['kind'], changes: Partial<Act> = {}): Act => ({
  ...{ kind, business: 0, pick: 0, level: 3, minor: 999, part: 84, seconds: 60, ...changes },
});

/** Every kind of action, in an order in which each applies. */
export const everything: Plan = {
  trees: [
    {
      ...{ currency: 'GBP', holdDays: 0 },
      levels: [1_000, 700, 400, 133].map((points, n) => ({ owner: n === 1 ? null : n % 3, points })),
    },
    { currency: 'EUR', holdDays: 7, levels: [{ owner: 0, points: 600 }] },
  ],
  acts: [
    // If each share were rounded alone, the pool would be reversed by a cent less.
    ...[
      done('sell'),
      done('reversePart', { part: 90 }),
      done('reversePart', { part: 500 }),
      done('generate'),
      done('pay'),
    ],
    ...[done('sell', { minor: 33_333 }), done('generate'), done('cancel'), done('generate'), done('pay')],
    ...[done('redeemAlone'), done('redeemAlone'), done('confirm', { minor: 7_777 }), done('block', { pick: 2 })],
    ...[done('sell', { minor: 1_234 }), done('unblock'), done('redeemAlone', { business: 1 })],
    // A week later paid sales are reversed, so distributors have negative balances.
    ...[done('reverseAll', { seconds: 8 * 86_400 }), done('reverseAll'), done('reverseAll'), done('reverseAll')],
    ...[done('writeOff', { pick: 0 }), done('writeOff', { pick: 1 }), done('writeOff', { pick: 2 })],
    ...[done('sell', { business: 1, minor: 4_567 }), done('reversePart', { business: 1 }), done('redeemAlone')],
  ],
};
