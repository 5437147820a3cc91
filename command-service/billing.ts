import type { FastifyInstance } from 'fastify';
import { mountApprovalRoutes } from './approval/routes.ts';
import type { CommandServiceDeps } from './deps.ts';
import { systemCommandContext } from './http/command-context.ts';
import { mountNoticeRoute } from './payments/notice-route.ts';
import type { PaymentProvider } from './payments/port.ts';
import { ProviderAccounts } from './payments/provider-accounts.ts';
import { DEFAULT_PAYOUT_LIMITS } from './payout/decisions/funding-limits.ts';
import { mountFundingRoutes } from './payout/funding-routes.ts';
import { createPayoutHandlers, type PayoutHandlers } from './payout/handlers.ts';
import { createPayoutNotices } from './payout/payout-notices.ts';
import { createPayoutPlaces } from './payout/payout-places.ts';
import { mountPayoutRoutes } from './payout/routes.ts';
import { settleUltraTenants } from './payout/settle-month.ts';
import { mountReverseRoute } from './redemption/reverse-route.ts';
import { referencesOf } from './subscription/decisions/state.ts';
import { createPlanChanges, type PlanChanges } from './subscription/plan-changes.ts';
import { createRedemptionsOfMonth } from './subscription/redemptions-of-month.ts';
import { mountSubscriptionRoutes } from './subscription/routes.ts';

export interface Billing {
  /** Plans, payouts, reversals, and the payment provider's notices if it sends any. */
  mount(scope: FastifyInstance): void;
  readonly payouts: PayoutHandlers;
  /** For a recurring job (payout/settle-month.ts). */
  settleUltraTenants(): Promise<void>;
  /** For a recurring job: does what lost notices of disputes and refunds would have done. */
  checkDisputes(): Promise<void>;
  /** For the erasure of an account: cancels its plan and forgets its payout account. */
  forget(account: { readonly userId: string; readonly tenantId: string | null }): Promise<void>;
}

/** Composes plans and payouts with the payment provider. */
export function createBilling(deps: CommandServiceDeps): Billing {
  const { handler, payments, clock } = deps;
  const redemptionsOfMonth = createRedemptionsOfMonth(deps);
  const planChanges = createPlanChanges({ handler, redemptionsOfMonth, cancel: payments.cancel });
  const payoutDeps = {
    ...deps,
    places: createPayoutPlaces(deps),
    payoutLimits: deps.payoutLimits ?? DEFAULT_PAYOUT_LIMITS,
  };
  const payouts = createPayoutHandlers(payoutDeps);
  const payoutNotice = createPayoutNotices(payoutDeps);
  const payoutAccounts = new ProviderAccounts(deps.pool, 'payout');
  const billingCustomers = new ProviderAccounts(deps.pool, 'billing');
  return {
    payouts,
    mount(scope) {
      mountSubscriptionRoutes(scope, { ...deps, planChanges, redemptionsOfMonth });
      mountPayoutRoutes(scope, { ...payoutDeps, payouts });
      mountFundingRoutes(scope, payoutDeps);
      mountApprovalRoutes(scope, payoutDeps);
      mountReverseRoute(scope, deps);
      if (payments.notices) {
        mountNoticeRoute(scope, { notices: payments.notices, planChanges, payoutNotice, clock });
      }
    },
    settleUltraTenants: () => settleUltraTenants(payoutDeps),
    async checkDisputes() {
      for (const subject of (await payments.payouts?.disputedLately(clock())) ?? []) await payoutNotice(subject);
    },
    async forget({ userId, tenantId }) {
      await payoutAccounts.forget(userId);
      if (tenantId === null) return;
      await endPlan({ payments, planChanges, clock }, tenantId);
      await billingCustomers.forget(tenantId);
    },
  };
}

async function endPlan(
  { payments, planChanges, clock }: { payments: PaymentProvider; planChanges: PlanChanges; clock: () => Date },
  tenantId: string,
): Promise<void> {
  const subscription = await planChanges.current(tenantId);
  // Also those that are not paid now: a payment would start them again.
  for (const earlier of referencesOf(subscription)) await payments.cancel(earlier);
  const { reference } = subscription;
  if (reference === null) return;
  const context = systemCommandContext({ commandName: 'EndPlan', cause: reference, clock });
  await planChanges.settle({ tenantId, reference, context, planAtProvider: async () => null });
}
