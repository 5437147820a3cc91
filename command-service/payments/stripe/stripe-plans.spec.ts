import { streams } from '@perktree/contracts/catalogue/events';
import { planInvoicesAnswer } from '@perktree/contracts/subscription/calls';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../testing/silent-logger.ts';
import { ownerOf } from '../../testing/tenants.ts';
import { PUBLIC_URL, putOnPlan } from '../../testing/whole-service.ts';
import { startStripeService } from '../testing/stripe-service.ts';

const { stripe, service, send, notice, changed, order, planOf, stop } = await startStripeService();
afterAll(stop);
beforeEach(() => {
  stripe.seen.length = 0;
});

const eventsOf = async (owner: ReturnType<typeof ownerOf>) =>
  (await service.events(streams.subscription(owner.tenantId))).map(({ type }) => type);

describe('a checkout', () => {
  it('is a subscription of the tenant at Stripe, by the price that is configured', async () => {
    const owner = ownerOf('checkout');
    const { status, body } = await order(owner, 'price_pro', 'key 1');
    expect(status).toBe(200);
    expect(body.url).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    const call = stripe.seen.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    expect(Object.fromEntries(call?.form ?? [])).toEqual({
      mode: 'subscription',
      customer: `cus_${owner.tenantId}`,
      'metadata[orderId]': call?.idempotencyKey,
      client_reference_id: owner.tenantId,
      'line_items[0][price]': 'price_1Pro',
      'line_items[0][quantity]': '1',
      'subscription_data[metadata][tenantId]': owner.tenantId,
      success_url: `${PUBLIC_URL}/subscription`,
      cancel_url: `${PUBLIC_URL}/subscription`,
    });
    expect(call?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(await planOf(owner)).toBe('free');
  });

  it('of a paying tenant goes to the customer portal, so that no tenant pays twice', async () => {
    const owner = ownerOf('upgrade');
    stripe.plans.pay('sub_upgrade', owner.tenantId, 'price_1Pro');
    await changed('sub_upgrade');
    expect((await order(owner, 'price_ultra')).body.url).toBe('https://billing.stripe.test/portal');
    expect(Object.fromEntries(stripe.seen.at(-1)?.form ?? [])).toMatchObject({
      customer: 'cus_sub_upgrade',
      'flow_data[subscription_update_confirm][subscription]': 'sub_upgrade',
      'flow_data[subscription_update_confirm][items][0][price]': 'price_1Ultra',
    });
  });

  it('answers 503 while Stripe does not', async () => {
    stripe.failures.push({ status: 500 });
    const refused = { status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } };
    expect(await order(ownerOf('away'), 'price_pro')).toMatchObject(refused);
  });
});

describe('a lost notice', () => {
  it('of a subscription that began, changed or ended is made up for by a job', async () => {
    const [begun, changedPlan, over] = ['begun', 'changed', 'over'].map((name) => ownerOf(`lost ${name}`));
    if (!begun || !changedPlan || !over) throw new Error('three owners');
    stripe.plans.pay('sub_lost_change', changedPlan.tenantId, 'price_1Pro');
    stripe.plans.pay('sub_lost_end', over.tenantId, 'price_1Pro');
    await service.billing.checkPlans();
    stripe.plans.pay('sub_lost_begin', begun.tenantId, 'price_1Pro');
    stripe.plans.pay('sub_lost_change', changedPlan.tenantId, 'price_1Ultra');
    Object.assign(stripe.subscriptions.get('sub_lost_end') ?? {}, { status: 'canceled' });
    for (const _ of [1, 2]) await service.billing.checkPlans();
    expect(await eventsOf(begun)).toEqual(['SubscriptionStarted']);
    expect(await eventsOf(changedPlan)).toEqual(['SubscriptionStarted', 'PlanChanged']);
    expect(await eventsOf(over)).toEqual(['SubscriptionStarted', 'SubscriptionEnded']);
    expect(await planOf(changedPlan)).toBe('ultra');
  });
});

describe('a notice', () => {
  it('changes the plan to the one at Stripe, idempotently', async () => {
    const owner = ownerOf('paid');
    stripe.plans.pay('sub_paid', owner.tenantId, 'price_1Pro');
    const paid = stripe.notice('checkout.session.completed', { id: 'cs_1', subscription: 'sub_paid' });
    for (const _ of [1, 2]) expect(await send(paid)).toEqual({ status: 200, body: { received: true } });
    await notice('customer.subscription.created', { id: 'sub_paid' });
    expect(await planOf(owner)).toBe('pro');
    expect(await eventsOf(owner)).toEqual(['SubscriptionStarted']);
  });

  it('of a subscription at a former price keeps the plan while it is paid, and ends it afterwards', async () => {
    const owner = ownerOf('former price');
    stripe.plans.pay('sub_former', owner.tenantId, 'price_1Pro');
    await changed('sub_former');
    const former = { price: 'price_0Pro', tenantId: owner.tenantId };
    stripe.subscriptions.set('sub_former', { status: 'past_due', ...former });
    const warn = vi.spyOn(silentLogger, 'warn');
    await changed('sub_former');
    expect(warn).toHaveBeenCalledWith(
      { reference: 'sub_former', tenantId: owner.tenantId },
      'a subscription is paid at a price of no configured plan',
    );
    warn.mockRestore();
    expect(await planOf(owner)).toBe('pro');
    stripe.subscriptions.set('sub_former', { status: 'canceled', ...former });
    await notice('customer.subscription.deleted', { id: 'sub_former' });
    expect(await planOf(owner)).toBe('free');
    expect(await eventsOf(owner)).toEqual(['SubscriptionStarted', 'SubscriptionEnded']);
  });

  it('is refused without the signature over its very bytes', async () => {
    const owner = ownerOf('forged');
    stripe.plans.pay('sub_forged', owner.tenantId, 'price_1Ultra');
    const signed = (options = {}) => stripe.notice('customer.subscription.updated', { id: 'sub_forged' }, options);
    const good = signed();
    const old = signed({ at: new Date(systemTimers.now() - 3_600_000) });
    const foreign = signed({ secret: 'whsec_other' });
    const spaced = { ...good, payload: good.payload.replace('{', '{ ') };
    for (const bad of [{ payload: good.payload }, old, foreign, spaced, { ...good, payload: '' }]) {
      expect(await send(bad)).toMatchObject({ status: 400, body: { code: 'PAYMENT_NOTICE_INVALID' } });
    }
    expect(await planOf(owner)).toBe('free');
  });

  it('is refused where its form is another one, though it is signed', async () => {
    const type = 'customer.subscription.updated';
    const odd = [null, 5, [], {}, { type }, { type, data: null }, { type, data: { object: null } }];
    const odder = [{ id: 5 }, {}].map((object) => ({ type, data: { object } }));
    const checkout = { type: 'checkout.session.completed', data: { object: { subscription: 5 } } };
    for (const value of [...odd, ...odder, checkout]) {
      const answer = await send(stripe.signed(value));
      expect([value, answer.status, answer.body.code]).toEqual([value, 400, 'PAYMENT_NOTICE_INVALID']);
    }
  });

  it('of nothing that is ours is taken and forgotten', async () => {
    stripe.plans.pay('sub_other', 'another product', 'price_1Pro');
    const owner = ownerOf('other price');
    stripe.plans.pay('sub_price', owner.tenantId, 'price_of_something_else');
    await notice('invoice.paid', { id: 'in_1' });
    await notice('checkout.session.completed', { id: 'cs_2', subscription: null });
    for (const reference of ['sub_none', 'sub_other', 'sub_price']) await changed(reference);
    expect(await eventsOf(owner)).toEqual([]);
  });

  it('is to be sent again while Stripe does not say what it is about', async () => {
    const owner = ownerOf('again');
    stripe.plans.pay('sub_again', owner.tenantId, 'price_1Pro');
    stripe.failures.push({ status: 500 });
    expect((await send(stripe.notice('customer.subscription.updated', { id: 'sub_again' }))).status).toBe(503);
    await changed('sub_again');
    expect(await planOf(owner)).toBe('pro');
  });
});

describe('invoices', () => {
  const START = Date.UTC(2026, 4, 10, 10) / 1000;
  const MONTH = 31 * 86_400;
  const line = (price: string, amount: number, start: number) => ({
    amount,
    period: { start, end: start + MONTH },
    pricing: { type: 'price_details', price_details: { price, product: 'prod_1' } },
  });
  const invoice = (n: number, fields: object, ...lines: readonly object[]) => ({
    ...{ id: `in_${n}`, object: 'invoice', number: `ABC-${n}`, status: 'paid', currency: 'eur', total: 1599 },
    ...{ created: START + n * MONTH, period_start: START - MONTH, period_end: START },
    ...{ hosted_invoice_url: `https://invoice.stripe.test/in_${n}`, lines: { object: 'list', data: lines } },
    ...fields,
  });

  it('are Stripe’s, newest first, with period, plan, price, status and link; drafts are none yet', async () => {
    const owner = ownerOf('invoiced');
    stripe.plans.pay('sub_invoiced', owner.tenantId, 'price_1Ultra');
    stripe.invoices.set('sub_invoiced', [
      invoice(2, { status: 'draft', number: null }, line('price_1Ultra', 2250, START + 2 * MONTH)),
      invoice(
        1,
        { status: 'open', total: 651, hosted_invoice_url: null },
        line('price_1Pro', -1599, START + MONTH),
        line('price_1Ultra', 2250, START + MONTH),
      ),
      invoice(0, {}, line('price_1Pro', 1599, START)),
    ]);
    await changed('sub_invoiced');
    const { status, body } = await service.call(owner, 'GET', '/api/me/invoices');
    expect(status).toBe(200);
    expect(planInvoicesAnswer.parse(body)).toEqual({
      hasOthersElsewhere: false,
      invoices: [
        {
          ...{ number: 'ABC-1', issuedAt: '2026-06-10T10:00:00.000Z', plan: 'ultra', amount: '6.51', currency: 'EUR' },
          ...{ from: '2026-06-10T10:00:00.000Z', to: '2026-07-11T10:00:00.000Z', status: 'open', url: null },
        },
        {
          ...{ number: 'ABC-0', issuedAt: '2026-05-10T10:00:00.000Z', plan: 'pro', amount: '15.99', currency: 'EUR' },
          ...{ from: '2026-05-10T10:00:00.000Z', to: '2026-06-10T10:00:00.000Z', status: 'paid' },
          url: 'https://invoice.stripe.test/in_0',
        },
      ],
    });
  });

  it('come from every page, and from subscriptions that have ended', async () => {
    const owner = ownerOf('long-standing');
    for (const reference of ['sub_old', 'sub_new']) {
      stripe.plans.pay(reference, owner.tenantId, 'price_1Pro');
      const list = Array.from({ length: 130 }, (_, n) =>
        invoice(n, { id: `in_${reference}_${n}`, number: `${reference}-${n}` }, line('price_1Pro', 1599, START)),
      );
      stripe.invoices.set(reference, list);
      await changed(reference);
    }
    const { body } = await service.call(owner, 'GET', '/api/me/invoices');
    expect(body.invoices).toHaveLength(260);
  });

  it('are only those of the own business, and name those at another provider', async () => {
    const owner = ownerOf('moved');
    await putOnPlan(service, owner, 'pro');
    const { body } = await service.call(owner, 'GET', '/api/me/invoices');
    expect(body).toEqual({ invoices: [], hasOthersElsewhere: true });
    const others = await service.call(ownerOf('stranger'), 'GET', '/api/me/invoices');
    expect(others.body).toEqual({ invoices: [], hasOthersElsewhere: false });
  });
});

it('erasing an account ends what it pays for', async () => {
  const owner = ownerOf('erased');
  stripe.plans.pay('sub_erased', owner.tenantId, 'price_1Pro');
  await changed('sub_erased');
  for (const _ of [1, 2]) await service.billing.forget(owner);
  expect(stripe.subscriptions.get('sub_erased')?.status).toBe('canceled');
  expect(await planOf(owner)).toBe('free');
});

it('erasing an account ends what could still be paid for it: an open page, and a first payment that is not made yet', async () => {
  const owner = ownerOf('erased meanwhile');
  const reference = stripe.plans.complete((await order(owner, 'price_pro')).body.url, 'incomplete');
  await service.billing.forget(owner);
  expect(stripe.subscriptions.get(reference)?.status).toBe('canceled');

  const other = ownerOf('erased beside an open page');
  const { url } = (await order(other, 'price_pro')).body;
  await service.billing.forget(other);
  expect(() => stripe.plans.complete(url, 'active')).toThrow('no open session');
});
