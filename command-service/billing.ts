import type { FastifyInstance } from 'fastify';
import { systemCommandContext } from './command-context.ts';
import type { CommandServiceDeps } from './deps.ts';
import { mountNoticeRoute } from './payments/notice-route.ts';
import { PayoutAccounts } from './payments/payout-accounts.ts';
import type { PaymentProvider } from './payments/port.ts';
import { createPayoutPlaces } from './payout/payout-places.ts';
import { mountPayoutRoutes } from './payout/routes.ts';
import { settleUltraTenants } from './payout/settle-month.ts';
import { mountReverseRoute } from './redemption/reverse-route.ts';
import { createPlanChanges, type PlanChanges } from './subscription/plan-changes.ts';
import { createRedemptionsOfMonth } from './subscription/redemptions-of-month.ts';
import { mountSubscriptionRoutes } from './subscription/routes.ts';

export interface Billing {
  /** Plans, payouts and reversals; the payment provider's notices, where it has any. */
  mount(scope: FastifyInstance): void;
  /** For a recurring job (payout/settle-month.ts). */
  settleUltraTenants(): Promise<void>;
  /** For the erasure of an account: nobody goes on paying for its business, and where it was paid is forgotten. */
  forget(account: { readonly userId: string; readonly tenantId: string | null }): Promise<void>;
}

/** Composes what has to do with plans and payouts, on one payment provider. */
export function createBilling(deps: CommandServiceDeps): Billing {
  const { handler, payments, clock } = deps;
  const redemptionsOfMonth = createRedemptionsOfMonth(deps);
  const planChanges = createPlanChanges({ handler, redemptionsOfMonth, cancel: payments.cancel });
  const payouts = { ...deps, places: createPayoutPlaces(deps) };
  const payoutAccounts = new PayoutAccounts(deps.pool);
  return {
    mount(scope) {
      mountSubscriptionRoutes(scope, { ...deps, planChanges, redemptionsOfMonth });
      mountPayoutRoutes(scope, payouts);
      mountReverseRoute(scope, deps);
      if (payments.notices) mountNoticeRoute(scope, { notices: payments.notices, planChanges, clock });
    },
    settleUltraTenants: () => settleUltraTenants(payouts),
    async forget({ userId, tenantId }) {
      await payoutAccounts.forget(userId);
      if (tenantId !== null) await endPlan({ payments, planChanges, clock }, tenantId);
    },
  };
}

async function endPlan(
  { payments, planChanges, clock }: { payments: PaymentProvider; planChanges: PlanChanges; clock: () => Date },
  tenantId: string,
): Promise<void> {
  const { reference } = await planChanges.current(tenantId);
  if (reference === null) return;
  await payments.cancel(reference);
  const context = systemCommandContext({ commandName: 'EndPlan', cause: reference, clock });
  await planChanges.settle({ tenantId, reference, context, standsFor: async () => null });
}
