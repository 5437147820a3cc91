import { randomUUID } from 'node:crypto';
import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { mountApprovalRoutes } from './approval/routes.ts';
import type { CommandServiceDeps } from './deps.ts';
import { deriveUuid } from './engine/command.ts';
import { systemCommandContext } from './http/command-context.ts';
import { doOrLog } from './http/do-or-log.ts';
import type { NoticeSubject, PaymentNotices } from './payments/port.ts';
import { ProviderAccounts } from './payments/provider-accounts.ts';
import { DEFAULT_PAYOUT_LIMITS } from './payout/decisions/funding-limits.ts';
import { decideReversed } from './payout/decisions/settle-payout.ts';
import { payoutsFold } from './payout/decisions/state.ts';
import { Fundings } from './payout/fundings.ts';
import { createPayoutHandlers } from './payout/handlers.ts';
import { createPayoutPlaces, type PayoutPlaces } from './payout/payout-places.ts';
import { type ProviderDeps, settleWithProvider } from './payout/provider-payouts.ts';
import { mountPayoutRoutes } from './payout/routes.ts';
import { settleUltraTenants } from './payout/settle-month.ts';
import { mountReverseRoute } from './redemption/reverse-route.ts';
import { referencesOf } from './subscription/decisions/state.ts';
import { createPlanChanges, createRedemptionsOfMonth } from './subscription/plan-changes.ts';
import { mountSubscriptionRoutes } from './subscription/routes.ts';

type PayoutNotice = (subject: Exclude<NoticeSubject, { kind: 'subscription' }>) => Promise<void>;

/**
 * Follows the payment provider's notices about the money of payouts. A notice only says what to look at, so one that comes
 * twice, late or out of order does no harm, and jobs (settle-month.ts, `checkDisputes`) do what a lost one would have done.
 */
function createPayoutNotices(deps: ProviderDeps & { readonly places: PayoutPlaces }): PayoutNotice {
  const { places, handler, clock, logger } = deps;
  const provider = deps.payments.payouts;

  async function ofTransfer(payoutId: string): Promise<void> {
    const place = await places.of(payoutId);
    if (place === null || provider === undefined) return;
    const stream = streams.payouts(place.siteId, place.distributorId);
    const { payouts } = (await handler.load(stream, payoutsFold)).state;
    const payout = payouts.get(payoutId);
    if (payout?.status !== 'paid' || payout.reference === null) return;
    if (!(await provider.wasReversed(payout.reference))) return;
    const context = systemCommandContext({ commandName: 'ReturnPayout', cause: payoutId, clock });
    await handler.execute({
      stream,
      fold: payoutsFold,
      decide: (state) => decideReversed(state, { payoutId }),
      context: { ...context, commandId: randomUUID() },
    });
    logger.error({ payoutId, reference: payout.reference }, 'the transfer of a payout was reversed');
    // Gives the owner the money back.
    await settleWithProvider(deps, payout.tenantId, [{ ...place, payoutId }]);
  }

  return async (subject) => {
    if (provider === undefined) return;
    if (subject.kind === 'transfer') return ofTransfer(subject.payoutId);
    const { tenantId, fundingId } = subject;
    await new Fundings(deps, tenantId, provider).checkStanding(fundingId);
    await settleWithProvider(deps, tenantId, await places.withProvider(tenantId));
  };
}

export type Billing = ReturnType<typeof createBilling>;

/** Composes plans and payouts with the payment provider. */
export function createBilling(deps: CommandServiceDeps) {
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

  /**
   * The webhook that the payment provider calls. The provider defines its body and no client of the product calls it, so it is
   * declared in contracts/catalogue/other-calls.ts. Its scope does not parse bodies, because the signature is over the raw bytes.
   */
  function mountNotices(app: FastifyInstance, notices: PaymentNotices): void {
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.post(notices.path, async (request, reply) => {
        const signature = request.headers[notices.signatureHeader];
        if (typeof signature !== 'string' || !Buffer.isBuffer(request.body))
          throw new Refused('PAYMENT_NOTICE_INVALID');
        const notice = await notices.parse(request.body, signature);
        if (notice?.kind === 'subscription') await settle(notices, notice.reference, request);
        else if (notice) await payoutNotice(notice);
        return reply.header('Cache-Control', 'no-store').send({ received: true });
      });
    });
  }

  async function settle(
    notices: PaymentNotices,
    reference: string,
    { id, log }: { readonly id: string; readonly log: Pick<FastifyBaseLogger, 'warn'> },
  ): Promise<void> {
    const found = await notices.subscription(reference);
    if (found === null) return;
    const { tenantId, plan } = found;
    if (plan === 'unknown') {
      log.warn({ reference, tenantId }, 'a subscription is paid at a price of no configured plan');
    }
    const context = systemCommandContext({ commandName: 'SettlePlan', cause: reference, clock });
    await planChanges.settle({
      tenantId,
      reference,
      // A subscription changes more than once, so each notice is a separate command.
      context: { ...context, commandId: deriveUuid(context.commandId, id), correlationId: id },
      planAtProvider: async () => (await notices.subscription(reference))?.plan ?? null,
    });
  }

  async function endPlan(tenantId: string): Promise<void> {
    const subscription = await planChanges.current(tenantId);
    await payments.endAll(tenantId, referencesOf(subscription));
    const { reference } = subscription;
    if (reference === null) return;
    const context = systemCommandContext({ commandName: 'EndPlan', cause: reference, clock });
    await planChanges.settle({ tenantId, reference, context, planAtProvider: async () => null });
  }

  return {
    payouts,
    /** Plans, payouts, reversals, and the payment provider's notices if it sends any. */
    mount(scope: FastifyInstance): void {
      mountSubscriptionRoutes(scope, { ...deps, planChanges, redemptionsOfMonth });
      mountPayoutRoutes(scope, { ...payoutDeps, payouts });
      mountApprovalRoutes(scope, payoutDeps);
      mountReverseRoute(scope, deps);
      if (payments.notices) mountNotices(scope, payments.notices);
    },
    /** For a recurring job (payout/settle-month.ts). */
    settleUltraTenants: () => settleUltraTenants(payoutDeps),
    /** For a recurring job: does what lost notices of disputes and refunds would have done. */
    async checkDisputes(): Promise<void> {
      for (const subject of (await payments.payouts?.disputedLately(clock())) ?? []) {
        const { tenantId, fundingId } = subject;
        const failure = 'the standing of collected money was not checked yet';
        await doOrLog(deps.logger, { failure, tenantId, fundingId }, () => payoutNotice(subject));
      }
    },
    /** For a recurring job: does what lost notices of subscriptions would have done. */
    async checkPlans(): Promise<void> {
      const { notices } = payments;
      for (const { reference, tenantId, plan } of (await notices?.subscriptions()) ?? []) {
        const current = await planChanges.current(tenantId);
        const isCurrent = current.reference === reference;
        const isFollowed = plan === null ? !isCurrent : plan === 'unknown' || (isCurrent && current.plan === plan);
        if (isFollowed || notices === undefined) continue;
        const failure = 'the plan of a business was not compared with its payment yet';
        await doOrLog(deps.logger, { failure, tenantId, reference }, () =>
          settle(notices, reference, { id: randomUUID(), log: deps.logger }),
        );
      }
    },
    /** For the erasure of an account: cancels its plan and forgets its payout account. */
    async forget({ userId, tenantId }: { readonly userId: string; readonly tenantId: string | null }): Promise<void> {
      await payoutAccounts.forget(userId);
      if (tenantId === null) return;
      await endPlan(tenantId);
      await billingCustomers.forget(tenantId);
    },
  };
}
