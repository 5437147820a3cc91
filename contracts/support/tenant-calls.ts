import { z } from 'zod';
import { callsOf, isoTime, listQuery, valuesAnswer } from '../kernel/call.ts';
import { roleSchema } from '../kernel/envelope.ts';
import { currencySchema } from '../kernel/money.ts';
import { PLAN_IDS, planIdSchema } from '../subscription/events.ts';

const call = callsOf('Support');
const access = ['superadmin'] as const;

/** Null: the owner's account was erased. */
const owner = z.strictObject({ id: z.string(), name: z.string(), email: z.string() }).nullable();
const site = z.strictObject({ id: z.uuid(), name: z.string() });

const tenantAnswer = z.strictObject({
  id: z.uuid(),
  owner,
  plan: planIdSchema,
  sites: z.int(),
  createdAt: isoTime,
});
export type TenantAnswer = z.infer<typeof tenantAnswer>;

export const TENANT_FAILURES = ['refusal', 'payout', 'flag', 'mail', 'webhook'] as const;
export const TENANT_LIMITS = ['sites', 'activeQrs', 'redemptions'] as const;

const tenantDetailsAnswer = z.strictObject({
  ...tenantAnswer.shape,
  /** The newest 100. */
  siteList: z.array(
    z.strictObject({ ...site.shape, currency: currencySchema, isActive: z.boolean(), createdAt: isoTime }),
  ),
  /** Staff, auditors and distributors; of each at most 100. */
  people: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** Null: the account was erased. */
      email: z.string().nullable(),
      role: roleSchema,
      /** Of staff; null for others. */
      site: site.nullable(),
    }),
  ),
  /** What the plan limits, as read models have it. Null: no limit. */
  limits: z.array(z.strictObject({ limit: z.enum(TENANT_LIMITS), used: z.int(), allowed: z.int().nullable() })),
  /** Blocks of distributors that are in force. */
  blocked: z.int(),
  /** The newest of the last 30 days, at most 10 of each kind. */
  failures: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(TENANT_FAILURES),
      at: isoTime,
      site: site.nullable(),
      /** Of a refusal its code, of a payout the failure, of flags their kind, of a mail its state, of a webhook its type. */
      code: z.string(),
      /** The sentence of a refusal, and its values; empty for others. */
      message: z.string(),
      values: valuesAnswer,
      /** Whose attempt was refused; null for others. */
      personId: z.string().nullable(),
    }),
  ),
});
export type TenantDetails = z.infer<typeof tenantDetailsAnswer>;

export const tenantCalls = {
  tenants: call('GET', '/api/support/tenants', {
    summary: 'All businesses: owner, plan and sites; newest first',
    access,
    query: listQuery(PLAN_IDS, ['newest', 'oldest']),
    answer: z.array(tenantAnswer),
  }),
  tenant: call('GET', '/api/support/tenants/:tenantId', {
    summary: 'A business: sites, people, use of its plan, and what was refused or failed',
    access,
    params: z.strictObject({ tenantId: z.uuid() }),
    answer: tenantDetailsAnswer,
  }),
} as const;
