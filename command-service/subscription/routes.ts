import { Refused } from '@perktree/contracts/kernel/refusals';
import { type PlanInvoice, type PlanInvoicesAnswer, subscriptionCalls } from '@perktree/contracts/subscription/calls';
import { PLANS, planOfPrice, quotaLimit } from '@perktree/contracts/subscription/plans';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { ownTenant } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import { isOfflineReference, offlineReference, sessionsOf } from '../payments/offline/offline-provider.ts';
import type { PaymentProvider } from '../payments/port.ts';
import { type PaidPeriod, referencesOf, used } from './decisions/state.ts';
import type { PlanChanges, RedemptionsOfMonth } from './plan-changes.ts';

/**
 * The provider's own invoices; for plans of the built-in checkout, one per started month, from the plan's history.
 * @throws Refused PAYMENT_PROVIDER_UNAVAILABLE
 */
async function planInvoices(
  payments: Pick<PaymentProvider, 'invoices'>,
  periods: readonly PaidPeriod[],
  now: Date,
): Promise<PlanInvoicesAnswer> {
  const references = new Set(periods.map(({ reference }) => reference));
  const atProviders = [...references].filter((reference) => !isOfflineReference(reference));
  const found = await Promise.all(atProviders.map((reference) => payments.invoices?.(reference) ?? null));
  const invoices = [...found.flatMap((list) => list ?? []), ...testInvoices(periods, now).reverse()];
  return {
    invoices: invoices.sort((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt)),
    hasOthersElsewhere: found.includes(null),
  };
}

/** A change of plan starts a new month at the full price: no money moves, so nothing is prorated. */
function testInvoices(periods: readonly PaidPeriod[], now: Date): PlanInvoice[] {
  return periods
    .filter(({ reference }) => isOfflineReference(reference))
    .flatMap((period) => monthsOf(period, now).map((month) => ({ ...month, plan: period.plan })))
    .map(({ from, to, plan }, n) => ({
      number: `TEST-${String(n + 1).padStart(4, '0')}`,
      issuedAt: from,
      from,
      to,
      plan,
      amount: PLANS[plan].price.toFixed(2),
      currency: 'EUR',
      status: 'not_charged',
      url: null,
    }));
}

function monthsOf({ since, until }: PaidPeriod, now: Date): { from: string; to: string }[] {
  const end = until === null ? now.getTime() : Date.parse(until);
  const months = [{ from: since, to: monthsAfter(since, 1) }];
  for (let n = 1; Date.parse(monthsAfter(since, n)) < end; n += 1) {
    months.push({ from: monthsAfter(since, n), to: monthsAfter(since, n + 1) });
  }
  return months;
}

/** The same day of a later month, UTC, or the last day of a shorter one: 31 January → 28 February → 31 March. */
function monthsAfter(start: string, months: number): string {
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString();
}

interface SubscriptionDeps extends Pick<CommandServiceDeps, 'authenticate' | 'clock'> {
  readonly payments: PaymentProvider;
  readonly planChanges: PlanChanges;
  readonly redemptionsOfMonth: RedemptionsOfMonth;
}

export function mountSubscriptionRoutes(app: FastifyInstance, deps: SubscriptionDeps): void {
  const { authenticate, clock, payments, planChanges, redemptionsOfMonth } = deps;

  mountCall(app, authenticate, subscriptionCalls.plan, async ({ session }) => {
    const tenantId = ownTenant(session);
    const subscription = await planChanges.current(tenantId);
    const now = clock().toISOString();
    const { plan } = subscription;
    const isCounted = quotaLimit(plan, 'redemptions') !== null;
    return {
      answer: {
        id: plan,
        limits: PLANS[plan].limits,
        used: {
          sites: used(subscription, 'sites', now),
          activeQrs: used(subscription, 'activeQrs', now),
          redemptionsThisMonth: isCounted
            ? used(subscription, 'redemptions', now)
            : await redemptionsOfMonth(tenantId, now),
        },
      },
    };
  });

  mountCall(app, authenticate, subscriptionCalls.planInvoices, async ({ session }) => {
    const { periods } = await planChanges.current(ownTenant(session));
    return { answer: await planInvoices(payments, periods, clock()) };
  });

  mountCall(app, authenticate, subscriptionCalls.createSubscription, async ({ body, session, request }) => {
    const tenantId = ownTenant(session);
    const plan = planOfPrice(body.priceId);
    if (plan === null) throw new Refused('UNKNOWN_PRICE', { priceId: body.priceId });
    const current = await planChanges.current(tenantId);
    if (current.plan === plan.id) throw new Refused('ALREADY_ON_PLAN', { plan: plan.name });
    const { commandId } = commandContext({ request, session, commandName: 'CreateSubscription', clock });
    const order = { orderId: commandId, tenantId, plan: plan.id, references: referencesOf(current) };
    return { answer: await payments.checkout(order) };
  });

  mountCall(app, authenticate, subscriptionCalls.cancelSubscription, async ({ session, request }) => {
    const tenantId = ownTenant(session);
    const { reference, plan } = await planChanges.current(tenantId);
    if (reference === null) return { answer: { id: plan } };
    const context = commandContext({ request, session, commandName: 'CancelSubscription', clock, role: 'site_owner' });
    await payments.cancel(reference);
    const { subscription, position } = await planChanges.settle({
      tenantId,
      reference,
      context,
      planAtProvider: async () => null,
    });
    return { answer: { id: subscription.plan }, position };
  });

  mountCall(app, authenticate, subscriptionCalls.offlineCheckout, async ({ params, session }) => {
    const { plan, status } = await ownCheckout(payments, params.sessionId, ownTenant(session));
    return { answer: { plan, price: PLANS[plan].price, status } };
  });

  mountCall(app, authenticate, subscriptionCalls.confirmOfflineCheckout, async ({ params, session, request }) => {
    const tenantId = ownTenant(session);
    const { sessionId, plan } = await ownCheckout(payments, params.sessionId, tenantId);
    const context = commandContext({ request, session, commandName: 'ConfirmCheckout', clock, role: 'site_owner' });
    const reference = offlineReference(sessionId);
    const { subscription, position } = await planChanges.settle({
      tenantId,
      context,
      reference,
      planAtProvider: async (before) => {
        const references = referencesOf(before);
        // A checkout starts a plan once, also if that plan has ended since.
        if (references.includes(reference)) return before.reference === reference ? plan : null;
        // A tab left open must not undo a later order.
        const isReplaced = await payments.checkouts?.isOlderThan(sessionId, sessionsOf(references));
        if (isReplaced) throw new Refused('CHECKOUT_REPLACED');
        return plan;
      },
    });
    await payments.checkouts?.confirm(sessionId);
    return { answer: { plan: subscription.plan }, position };
  });
}

/** @throws Refused CHECKOUT_NOT_FOUND, also for another tenant's checkout */
async function ownCheckout(payments: PaymentProvider, sessionId: string, tenantId: string) {
  const checkout = (await payments.checkouts?.find(sessionId, tenantId)) ?? null;
  if (checkout === null) throw new Refused('CHECKOUT_NOT_FOUND');
  return checkout;
}
