import { z } from 'zod';
import { rule } from './issue-codes.ts';
import { amountSchema, MAX_AMOUNT } from './money.ts';
import { percentSchema, toBasisPoints } from './percent.ts';

export const HOLD_DAYS = [0, 7, 14, 30, 60, 90] as const;
export const RENEWAL_POLICIES = ['none', 'auto_reissue_on_expire'] as const;
/**
 * What a customer's own redemption earns (domain.md 6). `off`: customers cannot redeem by themselves. `confirmed`: the
 * shares wait until staff confirm the redemption. `on`: the shares are earned at once.
 */
export const SELF_REDEMPTIONS = ['off', 'confirmed', 'on'] as const;

/** Ten years in minutes: far beyond any campaign, and keeps every date representable. */
const MAX_QR_MINUTES = 5_256_000;
const count = z.int().min(1).max(1_000_000);

/** The configuration of a site: names and defaults of specification 3 and 9, domain.md 6, 7 and 9. */
export const siteConfigurationSchema = z.strictObject({
  minSplitPercent: percentSchema,
  maxSplitsPerQr: count,
  /** Null: unlimited. */
  maxTotalSplits: count.nullable(),
  qrMinutesLife: z.int().min(1).max(MAX_QR_MINUTES),
  commissionPerSiblingQr: percentSchema.refine((p) => toBasisPoints(p) > 0, rule('NOT_ABOVE', { min: 0 })),
  /** Default of the create form; a QR can leave its own maximum empty, which is unlimited. */
  maxRedemptions: count,
  distributorCanGenerateChildQrs: z.boolean(),
  distributorCanGenerateTopLevelQrs: z.boolean(),
  /** A root that a distributor makes cannot be scanned, redeemed or claimed until the owner approves it. */
  topLevelQrsNeedApproval: z.boolean(),
  staffCanRedeemWithCode: z.boolean(),
  showBenefitBeforeRedeem: z.boolean(),
  renewalPolicy: z.enum(RENEWAL_POLICIES),
  defaultSaleAmount: amountSchema,
  commissionHoldDays: z.literal(HOLD_DAYS),
  minimumPayout: amountSchema,
  /** Null: unlimited. */
  maxRedemptionsPerCustomer: count.nullable(),
  selfRedemption: z.enum(SELF_REDEMPTIONS),
  /** A higher sale amount is refused at the counter (domain.md 6). At least `defaultSaleAmount`. */
  maxSaleAmount: amountSchema,
});
export type SiteConfiguration = z.infer<typeof siteConfigurationSchema>;

/** Fields that the specification's form does not have; left out of a PUT they stay (api.md). */
export const OPTIONAL_CONFIGURATION_FIELDS = [
  'defaultSaleAmount',
  'commissionHoldDays',
  'minimumPayout',
  'maxRedemptionsPerCustomer',
  'selfRedemption',
  'maxSaleAmount',
  'topLevelQrsNeedApproval',
] as const satisfies readonly (keyof SiteConfiguration)[];
export type OptionalConfigurationField = (typeof OPTIONAL_CONFIGURATION_FIELDS)[number];

export const DEFAULT_SITE_CONFIGURATION: SiteConfiguration = {
  minSplitPercent: '0.50',
  maxSplitsPerQr: 10,
  maxTotalSplits: null,
  qrMinutesLife: 1440,
  commissionPerSiblingQr: '1.00',
  maxRedemptions: 3,
  distributorCanGenerateChildQrs: true,
  distributorCanGenerateTopLevelQrs: true,
  topLevelQrsNeedApproval: true,
  staffCanRedeemWithCode: true,
  showBenefitBeforeRedeem: true,
  renewalPolicy: 'none',
  defaultSaleAmount: '100.00',
  commissionHoldDays: 14,
  minimumPayout: '20.00',
  maxRedemptionsPerCustomer: 1,
  selfRedemption: 'confirmed',
  maxSaleAmount: '1000.00',
};

/** What a site that was stored before these fields existed keeps doing. */
const BEFORE_FIELD_EXISTED: Partial<SiteConfiguration> = {
  selfRedemption: 'on',
  maxSaleAmount: MAX_AMOUNT,
  topLevelQrsNeedApproval: false,
};

/** A stored configuration in today's shape: fields that did not exist yet get the behaviour of that time. */
export function withLaterFields(stored: unknown): unknown {
  return { ...BEFORE_FIELD_EXISTED, ...(stored as object) };
}

/** No child earns less than this, whatever a site configures, in percent (domain.md 7). */
export const LEAST_CHILD_PERCENT = '0.10';
/** A distributor has at most so many open roots of its own on a site: waiting for approval, or in use and not expired. */
export const MOST_OWN_ROOTS = 10;
/** No tree is deeper; a root has depth 0 (domain.md 7). */
export const MAX_TREE_DEPTH = 32;
