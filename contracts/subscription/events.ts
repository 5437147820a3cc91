import { z } from 'zod';

export const PLAN_IDS = ['free', 'pro', 'ultra'] as const;
export const planIdSchema = z.enum(PLAN_IDS);
const tenant = { tenantId: z.uuid() };
/** The counted limits of a plan. */
export const quotaSchema = z.enum(['sites', 'activeQrs', 'redemptions']);
/** A thing that counts against a quota. */
const quotaItem = z.strictObject({
  id: z.uuid(),
  /** The stream that has, or will have, the fact that it is reserved for. */
  stream: z.string().min(1),
  /** Null: until it is released. */
  until: z.iso.datetime().nullable(),
});

/** Events of a `subscription-{tenantId}` stream: the plan, and what of its limits is taken. */
export const subscriptionEvents = {
  SubscriptionStarted: z.strictObject({ ...tenant, plan: planIdSchema, reference: z.string() }),
  /** Redemptions of this calendar month: plans without a limit reserve none, so a change of plan carries the count. */
  PlanChanged: z.strictObject({
    ...tenant,
    from: planIdSchema,
    to: planIdSchema,
    reference: z.string(),
    redemptionsThisMonth: z.int().min(0),
  }),
  SubscriptionEnded: z.strictObject({ ...tenant, reference: z.string(), redemptionsThisMonth: z.int().min(0) }),
  QuotaReserved: z.strictObject({ ...tenant, quota: quotaSchema, items: z.array(quotaItem).min(1) }),
  QuotaReleased: z.strictObject({ ...tenant, quota: quotaSchema, ids: z.array(z.uuid()).min(1) }),
};
