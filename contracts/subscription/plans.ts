import type { z } from 'zod';
import type { planIdSchema, quotaSchema } from './events.ts';

export type PlanId = z.infer<typeof planIdSchema>;
export type Quota = z.infer<typeof quotaSchema>;

interface PlanLimits {
  readonly sites: number | null;
  /** QRs that are neither expired nor deactivated, over all sites of the tenant. */
  readonly activeQrs: number | null;
  /** Of a calendar month, UTC. */
  readonly redemptionsPerMonth: number | null;
  /** Levels of splits below a root. */
  readonly splitDepth: number | null;
  /** Staff may redeem by a typed code. */
  readonly staffCodes: boolean;
  /** The payment provider pays distributors, monthly. */
  readonly autoPayouts: boolean;
  readonly whiteLabel: boolean;
}

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Price a month in EUR. */
  readonly price: number;
  /** The price id for `create-subscription`; null for the free plan. */
  readonly priceId: string | null;
  readonly limits: PlanLimits;
}

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    price: 0,
    priceId: null,
    limits: {
      sites: 1,
      activeQrs: 3,
      redemptionsPerMonth: 50,
      splitDepth: 1,
      staffCodes: false,
      autoPayouts: false,
      whiteLabel: false,
    },
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    price: 15.99,
    priceId: 'price_pro',
    limits: {
      sites: 3,
      activeQrs: 100,
      redemptionsPerMonth: null,
      splitDepth: null,
      staffCodes: true,
      autoPayouts: false,
      whiteLabel: false,
    },
  },
  ultra: {
    id: 'ultra',
    name: 'Ultra',
    price: 22.5,
    priceId: 'price_ultra',
    limits: {
      sites: null,
      activeQrs: null,
      redemptionsPerMonth: null,
      splitDepth: null,
      staffCodes: true,
      autoPayouts: true,
      whiteLabel: true,
    },
  },
};

/** How many of a quota a plan allows; null: any number. */
export function quotaLimit(plan: PlanId, quota: Quota): number | null {
  const { limits } = PLANS[plan];
  return quota === 'redemptions' ? limits.redemptionsPerMonth : limits[quota];
}

/** The plan of a price id; null for an unknown one. */
export function planOfPrice(priceId: string): Plan | null {
  return Object.values(PLANS).find((plan) => plan.priceId === priceId) ?? null;
}

/** Start of the next calendar month, UTC: until then a redemption counts towards its month. */
export function startOfNextMonth(now: string): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}
