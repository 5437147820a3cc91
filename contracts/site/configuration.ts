import { z } from 'zod';
import { DEFAULT_COMMISSION_RULE } from '../commission/rule.ts';
import { ruleChoiceSchema } from '../commission/schema.ts';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema, MAX_AMOUNT } from '../kernel/money.ts';
import { percentSchema, toBasisPoints } from '../kernel/percent.ts';
import { isTimeZone, UTC } from '../kernel/time-zone-name.ts';

export const HOLD_DAYS = [0, 7, 14, 30, 60, 90] as const;
export const RENEWAL_POLICIES = ['none', 'auto_reissue_on_expire'] as const;
/**
 * The commission of a customer's own redemption. `off`: customers cannot redeem by themselves. `confirmed`: the
 * shares wait until staff confirm the redemption. `on`: the shares are earned at once.
 */
export const SELF_REDEMPTIONS = ['off', 'confirmed', 'on'] as const;

/** Ten years in minutes: far beyond any campaign, and keeps every date representable. */
const MAX_QR_MINUTES = 5_256_000;
const count = z.int().min(1).max(1_000_000);

/** The name of a time zone, such as `Europe/Madrid`. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, rule('NOT_A_TIME_ZONE'));

/** The configuration of a site. A new setting is declared in this file alone: here, in its default, and in LATER_SETTINGS. */
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
  /** At the counter, a code or a scan redeems at once, with `defaultSaleAmount` where staff enter no amount. */
  staffRedeemInOneStep: z.boolean(),
  showBenefitBeforeRedeem: z.boolean(),
  renewalPolicy: z.enum(RENEWAL_POLICIES),
  defaultSaleAmount: amountSchema,
  commissionHoldDays: z.literal(HOLD_DAYS),
  minimumPayout: amountSchema,
  /** Null: unlimited. */
  maxRedemptionsPerCustomer: count.nullable(),
  selfRedemption: z.enum(SELF_REDEMPTIONS),
  /** Higher sale amounts are refused at the counter. At least `defaultSaleAmount`. */
  maxSaleAmount: amountSchema,
  /** How commission is shared (docs/explanation/commission.md); redemptions freeze it. */
  commissionRule: ruleChoiceSchema,
  /** Of the days, weeks and months in which the site's figures are shown. Events and calls have times in UTC. */
  timeZone: timeZoneSchema,
});
export type SiteConfiguration = z.infer<typeof siteConfigurationSchema>;

/** Of a new site. */
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
  staffRedeemInOneStep: false,
  showBenefitBeforeRedeem: true,
  renewalPolicy: 'none',
  defaultSaleAmount: '100.00',
  commissionHoldDays: 14,
  minimumPayout: '20.00',
  maxRedemptionsPerCustomer: 1,
  selfRedemption: 'confirmed',
  maxSaleAmount: '1000.00',
  commissionRule: DEFAULT_COMMISSION_RULE,
  timeZone: UTC,
};

/**
 * The settings that later versions of the events SiteCreated and SiteConfigured added: since which version, and the behaviour of sites
 * that were stored before. The steps between versions follow from it (contracts/catalogue/upcasters.ts).
 */
export const LATER_SETTINGS = {
  selfRedemption: { since: 2, before: 'on' },
  maxSaleAmount: { since: 2, before: MAX_AMOUNT },
  topLevelQrsNeedApproval: { since: 2, before: false },
  staffRedeemInOneStep: { since: 4, before: false },
  commissionRule: { since: 3, before: DEFAULT_COMMISSION_RULE },
  timeZone: { since: 5, before: UTC },
} as const satisfies {
  readonly [S in keyof SiteConfiguration]?: { readonly since: number; readonly before: SiteConfiguration[S] };
};

/** The behaviour of sites that were stored before these settings existed. @param since only those of this version */
export const settingsBefore = (since?: number): Partial<SiteConfiguration> =>
  Object.fromEntries(
    Object.entries(LATER_SETTINGS).flatMap(([name, setting]) =>
      since === undefined || since === setting.since ? [[name, setting.before]] : [],
    ),
  );

const BEFORE = settingsBefore();

/** A stored configuration in today's shape: missing settings get the behaviour of that time. */
export function withLaterSettings(stored: unknown): unknown {
  return { ...BEFORE, ...(stored as object) };
}

/** Least commission of a child in percent, independent of the site's configuration. */
export const MIN_CHILD_PERCENT = '0.10';
/** Most open roots of a distributor on a site: waiting for approval, or active and not expired. */
export const MAX_OWN_ROOTS = 10;
/** Greatest depth of a tree; a root has depth 0. */
export const MAX_TREE_DEPTH = 32;
/** Most QRs of a tree that is created at once: engines store at most 1 MiB at once, and an event has up to about 3 KB. */
export const MAX_IMPORTED = 300;
/** Most QRs that one command on a branch changes: engines store at most 1 MiB at once, and an event has about 700 bytes. */
export const MAX_CHANGED_OF_BRANCH = 1_000;
