import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';
import { currencySchema, ledgerAmountSchema } from '../kernel/money.ts';
import { secret } from '../kernel/secret-text.ts';
import { planIdSchema } from './events.ts';

const call = callsOf('Subscription');

const count = z.number().int();
/** Null: unlimited. */
const limit = count.nullable();

export const planUsageAnswer = z.strictObject({
  id: planIdSchema,
  limits: z.strictObject({
    sites: limit,
    activeQrs: limit,
    redemptionsPerMonth: limit,
    splitDepth: limit,
    staffCodes: z.boolean(),
    autoPayouts: z.boolean(),
    whiteLabel: z.boolean(),
  }),
  used: z.strictObject({ sites: count, activeQrs: count, redemptionsThisMonth: count }),
});

/** `not_charged`: of the built-in test checkout, in which no money moves. */
const INVOICE_STATUSES = ['paid', 'open', 'void', 'uncollectible', 'not_charged'] as const;

const planInvoice = z.strictObject({
  number: z.string().min(1),
  issuedAt: isoTime,
  /** The period that is paid for: from this time on, before that time. */
  from: isoTime,
  to: isoTime,
  /** Null: the invoice is for something else than a plan. */
  plan: planIdSchema.nullable(),
  /** Negative: credited. */
  amount: ledgerAmountSchema,
  currency: currencySchema,
  status: z.enum(INVOICE_STATUSES),
  /** The invoice at the payment provider. */
  url: z.url().nullable(),
});
export type PlanInvoice = z.infer<typeof planInvoice>;

export const planInvoicesAnswer = z.strictObject({
  /** Newest first. */
  invoices: z.array(planInvoice),
  /** Some periods were paid through a provider that this server no longer uses, so their invoices are not listed. */
  hasOthersElsewhere: z.boolean(),
});
export type PlanInvoicesAnswer = z.infer<typeof planInvoicesAnswer>;

const sessionParams = z.strictObject({ sessionId: z.string().min(1).max(200) });

export const subscriptionCalls = {
  plan: call('GET', '/api/me/plan', {
    summary: 'My plan, its limits and what of them is used',
    access: ['site_owner'],
    answer: planUsageAnswer,
  }),
  planInvoices: call('GET', '/api/me/invoices', {
    summary: 'List invoices of my plans: period, price and status',
    access: ['site_owner'],
    answer: planInvoicesAnswer,
  }),
  createSubscription: call('POST', '/api/create-subscription', {
    summary: 'Start a checkout for a plan; the answer has the URL of the payment page',
    access: ['site_owner'],
    body: z.strictObject({ priceId: z.string().min(1).max(100) }),
    answer: z.strictObject({ url: secret(z.url()) }),
  }),
  cancelSubscription: call('POST', '/api/cancel-subscription', {
    summary: 'Return to the Free plan. Nothing is deleted; new items must be within its limits',
    access: ['site_owner'],
    answer: planUsageAnswer.pick({ id: true }),
  }),
  offlineCheckout: call('GET', '/api/offline-checkout/:sessionId', {
    summary: 'Get the content of the built-in checkout page',
    access: ['site_owner'],
    params: sessionParams,
    answer: z.strictObject({ plan: planIdSchema, price: z.number(), status: z.enum(['open', 'confirmed']) }),
  }),
  confirmOfflineCheckout: call('POST', '/api/offline-checkout/:sessionId/confirm', {
    summary: 'Confirm the built-in checkout, in which no money moves; the plan has changed when it answers',
    access: ['site_owner'],
    params: sessionParams,
    answer: z.strictObject({ plan: planIdSchema }),
  }),
} as const;
