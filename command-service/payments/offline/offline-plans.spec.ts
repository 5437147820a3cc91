import { streams } from '@perktree/contracts/catalogue/streams';
import { planInvoicesAnswer } from '@perktree/contracts/subscription/calls';
import { afterAll, describe, expect, it } from 'vitest';
import { person } from '../../testing/calls.ts';
import { ownerOf } from '../../testing/tenants.ts';
import { PUBLIC_URL, startWholeService, type WholeService } from '../../testing/whole-service.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const order = async (owner: ReturnType<typeof ownerOf>, priceId: string) => {
  const { status, body } = await service.call(owner, 'POST', '/api/create-subscription', { priceId });
  expect(status).toBe(200);
  const [start, sessionId] = body.url.split('/checkout/');
  expect(start).toBe(PUBLIC_URL);
  return `/api/offline-checkout/${sessionId}`;
};
const planOf = async (owner: ReturnType<typeof ownerOf>) =>
  (await service.call(owner, 'GET', '/api/me/plan')).body.id as string;

describe('plans with the built-in provider', () => {
  it('have an invoice for each started month that says that nothing was charged', async () => {
    const ivy = ownerOf('ivy');
    const invoices = async (as: Parameters<WholeService['call']>[0] = ivy) =>
      service.call(as, 'GET', '/api/me/invoices');
    expect((await invoices()).body).toEqual({ invoices: [], hasOthersElsewhere: false });
    const begin = service.now;
    service.now = new Date('2026-01-31T10:00:00.000Z');
    await service.call(ivy, 'POST', `${await order(ivy, 'price_pro')}/confirm`);
    service.now = new Date('2026-03-15T12:00:00.000Z');
    await service.call(ivy, 'POST', `${await order(ivy, 'price_ultra')}/confirm`);
    service.now = new Date('2026-04-01T00:00:00.000Z');
    await service.call(ivy, 'POST', '/api/cancel-subscription');
    service.now = begin;
    const { status, body } = await invoices();
    expect(status).toBe(200);
    const { invoices: listed } = planInvoicesAnswer.parse(body);
    expect(listed.map(({ number, plan, from, to, amount }) => [number, plan, from, to, amount])).toEqual([
      ['TEST-0003', 'ultra', '2026-03-15T12:00:00.000Z', '2026-04-15T12:00:00.000Z', '22.50'],
      ['TEST-0002', 'pro', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z', '15.99'],
      ['TEST-0001', 'pro', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '15.99'],
    ]);
    for (const one of listed) {
      expect(one).toMatchObject({ issuedAt: one.from, currency: 'EUR', status: 'not_charged', url: null });
    }
    expect((await invoices(ownerOf('stranger'))).body.invoices).toEqual([]);
    expect((await invoices(null)).status).toBe(401);
    expect((await invoices(person('customer', 'customer'))).status).toBe(403);
    expect((await invoices(person('owner without a business', 'site_owner'))).status).toBe(403);
  });

  it('have changed when the checkout page’s button answers', async () => {
    const ben = ownerOf('ben');
    const checkout = await order(ben, 'price_pro');
    expect(await service.call(ben, 'GET', checkout)).toMatchObject({
      status: 200,
      body: { plan: 'pro', price: 15.99, status: 'open' },
    });
    expect(await planOf(ben)).toBe('free');
    const confirmed = await service.call(ben, 'POST', `${checkout}/confirm`);
    expect(confirmed).toMatchObject({ status: 200, body: { plan: 'pro' }, position: expect.any(String) });
    expect(await planOf(ben)).toBe('pro');
    expect((await service.call(ben, 'GET', checkout)).body.status).toBe('confirmed');
  });

  it('change once by a checkout that is confirmed twice, at once or after another plan was taken', async () => {
    const cem = ownerOf('cem');
    const pro = await order(cem, 'price_pro');
    const both = await Promise.all([1, 2].map(() => service.call(cem, 'POST', `${pro}/confirm`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const ultra = await order(cem, 'price_ultra');
    await service.call(cem, 'POST', `${ultra}/confirm`);
    expect(await service.call(cem, 'POST', `${pro}/confirm`)).toMatchObject({ status: 200, body: { plan: 'ultra' } });
    const events = await service.events(streams.subscription(cem.tenantId));
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionStarted', 'PlanChanged']);
  });

  it('do not change by a checkout that is older than the confirmed one', async () => {
    const zoe = ownerOf('zoe');
    const pro = await order(zoe, 'price_pro');
    const ultra = await order(zoe, 'price_ultra');
    await service.call(zoe, 'POST', `${ultra}/confirm`);
    expect(await service.call(zoe, 'POST', `${pro}/confirm`)).toMatchObject({
      status: 409,
      body: { code: 'CHECKOUT_REPLACED' },
    });
    expect(await planOf(zoe)).toBe('ultra');
    expect(await service.events(streams.subscription(zoe.tenantId))).toHaveLength(1);
  });

  it('go back to Free, any number of times', async () => {
    const dan = ownerOf('dan');
    await service.call(dan, 'POST', `${await order(dan, 'price_pro')}/confirm`);
    for (const _ of [1, 2]) {
      expect(await service.call(dan, 'POST', '/api/cancel-subscription')).toMatchObject({
        status: 200,
        body: { id: 'free' },
      });
    }
    expect(await planOf(dan)).toBe('free');
  });

  it('are not bought by an unknown price, nor twice', async () => {
    const eva = ownerOf('eva');
    const buy = (priceId: string) => service.call(eva, 'POST', '/api/create-subscription', { priceId });
    expect(await buy('price_gold')).toMatchObject({ status: 400, body: { code: 'UNKNOWN_PRICE' } });
    await service.call(eva, 'POST', `${await order(eva, 'price_pro')}/confirm`);
    expect(await buy('price_pro')).toMatchObject({ status: 409, body: { code: 'ALREADY_ON_PLAN' } });
  });
});
