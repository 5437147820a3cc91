import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { type Currency, currencySchema, fromMinor, ledgerAmountSchema, toMinor } from '../kernel/money.ts';

/**
 * The flag rules for a site's owner, with their thresholds. Flags never block a
 * customer at the counter. A window ends at the newest redemption.
 */
export const FLAG_RULES = {
  /** One staff member confirms many redemptions in a short time. */
  staff_burst: { atLeast: 10, of: 'redemptions', withinMs: 5 * MINUTE_MS },
  /** One staff member confirms for the same customer again and again. */
  same_staff_and_customer: { atLeast: 3, of: 'redemptions', withinMs: 7 * DAY_MS },
  /** Several customer accounts redeem from one browser. */
  shared_device: { atLeast: 3, of: 'customers', withinMs: 7 * DAY_MS },
  /**
   * Customers redeem by themselves from one network, faster than guests do. Sixty guests of a café who all redeem within
   * ten minutes make 12 redemptions in two minutes. Made-up accounts at the limit of registrations make 30.
   */
  network_burst: { atLeast: 30, of: 'redemptions', withinMs: 2 * MINUTE_MS },
} as const satisfies Record<string, { atLeast: number; of: 'redemptions' | 'customers'; withinMs: number }>;

/** Rules that count what happens within a window. */
export type WindowRule = keyof typeof FLAG_RULES;
export type FlagKind = WindowRule | 'unusual_sale';
export const FLAG_KINDS: readonly [FlagKind, ...FlagKind[]] = [
  'unusual_sale',
  ...(Object.keys(FLAG_RULES) as WindowRule[]),
];

/** What a list of flags can show: those with redemptions that are not reviewed, or one kind. */
export const FLAG_FILTERS: readonly ['unreviewed', ...FlagKind[]] = ['unreviewed', ...FLAG_KINDS];

/**
 * A sale amount that staff enter is unusual from `times` the site's usual sale on. The usual sale is the median of the site's
 * last `ofLast` sales; it is unknown with fewer than `atLeast` of them.
 */
export const UNUSUAL_SALE = { times: 5, ofLast: 20, atLeast: 10 } as const;

/** @param amounts of the site's last sales, in any order. @returns null: too few to say, or free of charge. */
export function usualSale(amounts: readonly string[], currency: Currency): string | null {
  if (amounts.length < UNUSUAL_SALE.atLeast) return null;
  const sorted = amounts.map((amount) => toMinor(amount, currency)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length / 2;
  const [lower, upper] = [sorted[Math.ceil(middle) - 1] ?? 0n, sorted[Math.floor(middle)] ?? 0n];
  // Of an even number of sales the mean of the two in the middle, half-up.
  const median = (lower + upper + 1n) / 2n;
  return median > 0n ? fromMinor(median, currency) : null;
}

export function isUnusualSale(amount: string, usual: string, currency: Currency): boolean {
  return toMinor(amount, currency) >= toMinor(usual, currency) * BigInt(UNUSUAL_SALE.times);
}

/** Most redemptions that a flag names. Past this the oldest are no longer named, though still counted. */
export const MAX_EVIDENCE = 50;

/** The sale of a redemption. `usual`: the site's usual sale at that time; null with too few sales. */
export const flaggedSaleSchema = z.strictObject({
  amount: ledgerAmountSchema,
  usual: ledgerAmountSchema.nullable(),
  currency: currencySchema,
});

/** Redemptions that met a rule, oldest first. `usual`: for an unusual sale, the site's usual sale at that time. */
export const flagEvidenceSchema = z.array(
  z.strictObject({ redemptionId: z.uuid(), usual: ledgerAmountSchema.optional() }),
);
export type FlagEvidence = z.infer<typeof flagEvidenceSchema>;
