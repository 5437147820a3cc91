import { z } from 'zod';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * What is flagged for a site's owner (domain.md 11), with its numbers. Nothing is refused for it: flags never block a
 * customer at the counter. A window ends at the newest redemption.
 */
export const FLAG_RULES = {
  /** One staff member confirms many redemptions in a short time. */
  staff_burst: { atLeast: 10, of: 'redemptions', withinMs: 5 * MINUTE_MS },
  /** One staff member confirms for the same customer again and again. */
  same_staff_and_customer: { atLeast: 3, of: 'redemptions', withinMs: 7 * DAY_MS },
  /** Several customer accounts redeem from one browser. */
  shared_device: { atLeast: 3, of: 'customers', withinMs: 7 * DAY_MS },
} as const satisfies Record<string, { atLeast: number; of: 'redemptions' | 'customers'; withinMs: number }>;

export type FlagKind = keyof typeof FLAG_RULES;
export const FLAG_KINDS = Object.keys(FLAG_RULES) as [FlagKind, ...FlagKind[]];

/** Most redemptions that a flag names. Past this the oldest are no longer named, though still counted. */
export const MOST_EVIDENCE = 50;

/** Redemptions, oldest first. Ids only: names are joined when somebody looks. */
export const flagEvidenceSchema = z.array(
  z.strictObject({
    redemptionId: z.uuid(),
    staffId: z.string().nullable(),
    customerId: z.string(),
    at: z.iso.datetime(),
  }),
);
export type FlagEvidence = z.infer<typeof flagEvidenceSchema>;
