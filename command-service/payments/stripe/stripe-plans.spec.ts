import { streams } from '@perktree/contracts/catalogue/streams';
import { planInvoicesAnswer } from '@perktree/contracts/subscription/calls';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../testing/silent-logger.ts';
import { ownerOf } from '../../testing/tenants.ts';
import { PUBLIC_URL, putOnPlan, startWholeService } from '../../testing/whole-service.ts';
import { ProviderAccounts } from '../provider-accounts.ts';
import { SECRET_KEY, StripeDouble, WEBHOOK_SECRET } from '../testing/stripe-double.ts';
import { createStripeProvider } from './stripe-provider.ts';

const stripe = new StripeDouble();
const apiBase = await stripe.start();
const service = await startWholeService({
  payments: (pool) =>
    createStripeProvider({
      ...{ apiBase, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, publicUrl: PUBLIC_URL, maxRetries: 0 },
      prices: { pro: 'price_1Pro', ultra: 'price_1Ultra' },
      payoutAccounts: new ProviderAccounts(pool, 'payout'),
      customers: new ProviderAccounts(pool, 'billing'),
    }),
});
afterAll(async () => {
  await service.stop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.seen.length = 0;
});

const send = async ({ payload, signature }: { payload: string; signature?: string }) => {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  const response = await service.app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload });
  return { status: response.statusCode, body: response.json() };
};
const changed = (reference: string, type = 'customer.subscription.updated') => stripe.notice(type, { id: reference });
const planOf = async (owner: ReturnType<typeof ownerOf>) =>
  (await service.call(owner, 'GET', '/api/me/plan')).body.id as string;
const eventsOf = async (owner: ReturnType<typeof ownerOf>) =>
  (await service.events(streams.subscription(owner.tenantId))).map(({ type }) => type);

describe('a checkout', () => {
  it('is a subscription of the tenant at Stripe, by the price that is configured', async () => {
    const owner = ownerOf('checkout');
    const order = { priceId: 'price_pro' };
    const { status, body } = await service.call(owner, 'POST', '/api/create-subscription', order, 'key 1');
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
    await send(changed('sub_upgrade'));
    const answer = await service.call(owner, 'POST', '/api/create-subscription', { priceId: 'price_ultra' });
    expect(answer.body.url).toBe('https://billing.stripe.test/portal');
    expect(Object.fromEntries(stripe.seen.at(-1)?.form ?? [])).toMatchObject({
      customer: 'cus_sub_upgrade',
      'flow_data[subscription_update_confirm][subscription]': 'sub_upgrade',
      'flow_data[subscription_update_confirm][items][0][price]': 'price_1Ultra',
    });
  });

  it('answers 503 while Stripe does not', async () => {
    stripe.failures.push({ status: 500 });
    const order = service.call(ownerOf('away'), 'POST', '/api/create-subscription', { priceId: 'price_pro' });
    expect(await order).toMatchObject({ status: 503, body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
  });
});

describe('a notice', () => {
  it('changes the plan to the one at Stripe, idempotently', async () => {
    const owner = ownerOf('paid');
    stripe.plans.pay('sub_paid', owner.tenantId, 'price_1Pro');
    const notice = stripe.notice('checkout.session.completed', { id: 'cs_1', subscription: 'sub_paid' });
    for (const _ of [1, 2]) expect(await send(notice)).toEqual({ status: 200, body: { received: true } });
    await send(changed('sub_paid', 'customer.subscription.created'));
    expect(await planOf(owner)).toBe('pro');
    expect(await eventsOf(owner)).toEqual(['SubscriptionStarted']);
  });

  it('of a subscription at a former price keeps the plan while it is paid, and ends it afterwards', async () => {
    const owner = ownerOf('former price');
    stripe.plans.pay('sub_former', owner.tenantId, 'price_1Pro');
    await send(changed('sub_former'));
    const former = { price: 'price_0Pro', tenantId: owner.tenantId };
    stripe.subscriptions.set('sub_former', { status: 'past_due', ...former });
    const warn = vi.spyOn(silentLogger, 'warn');
    await send(changed('sub_former'));
    expect(warn).toHaveBeenCalledWith(
      { reference: 'sub_former', tenantId: owner.tenantId },
      'a subscription is paid at a price of no configured plan',
    );
    warn.mockRestore();
    expect(await planOf(owner)).toBe('pro');
    stripe.subscriptions.set('sub_former', { status: 'canceled', ...former });
    await send(changed('sub_former', 'customer.subscription.deleted'));
    expect(await planOf(owner)).toBe('free');
    expect(await eventsOf(owner)).toEqual(['SubscriptionStarted', 'SubscriptionEnded']);
  });

  it('is refused without the signature over its very bytes', async () => {
    const owner = ownerOf('forged');
    stripe.plans.pay('sub_forged', owner.tenantId, 'price_1Ultra');
    const good = changed('sub_forged');
    const old = stripe.notice(
      'customer.subscription.updated',
      { id: 'sub_forged' },
      { at: new Date(systemTimers.now() - 3_600_000) },
    );
    const foreign = stripe.notice('customer.subscription.updated', { id: 'sub_forged' }, { secret: 'whsec_other' });
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
    const notices = [
      stripe.notice('invoice.paid', { id: 'in_1' }),
      stripe.notice('checkout.session.completed', { id: 'cs_2', subscription: null }),
      changed('sub_none'),
      changed('sub_other'),
      changed('sub_price'),
    ];
    for (const notice of notices) expect((await send(notice)).status).toBe(200);
    expect(await eventsOf(owner)).toEqual([]);
  });

  it('is to be sent again while Stripe does not say what it is about', async () => {
    const owner = ownerOf('again');
    stripe.plans.pay('sub_again', owner.tenantId, 'price_1Pro');
    stripe.failures.push({ status: 500 });
    expect((await send(changed('sub_again'))).status).toBe(503);
    expect((await send(changed('sub_again'))).status).toBe(200);
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
    await send(changed('sub_invoiced'));
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
      await send(changed(reference));
    }
    const { body } = await service.call(owner, 'GET', '/api/me/invoices');
    expect(body.invoices).toHaveLength(260);
  });

  it('are only those of the own business', async () => {
    const others = await service.call(ownerOf('stranger'), 'GET', '/api/me/invoices');
    expect(others).toMatchObject({ status: 200, body: { invoices: [], hasOthersElsewhere: false } });
  });

  it('name invoices that are at another provider', async () => {
    const owner = ownerOf('moved');
    await putOnPlan(service, owner, 'pro');
    const { body } = await service.call(owner, 'GET', '/api/me/invoices');
    expect(body).toEqual({ invoices: [], hasOthersElsewhere: true });
  });
});

it('erasing an account ends what it pays for', async () => {
  const owner = ownerOf('erased');
  stripe.plans.pay('sub_erased', owner.tenantId, 'price_1Pro');
  await send(changed('sub_erased'));
  for (const _ of [1, 2]) await service.billing.forget(owner);
  expect(stripe.subscriptions.get('sub_erased')?.status).toBe('canceled');
  expect(await planOf(owner)).toBe('free');
});
