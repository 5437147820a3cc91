import { streams } from '@perktree/contracts/catalogue/events';
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

  it('change once by a checkout that is confirmed twice, at once or after another plan was taken', async () => {
    const cem = ownerOf('cem');
    const pro = await order(cem, 'price_pro');
    expect(await service.call(cem, 'GET', pro)).toMatchObject({ status: 200, body: { plan: 'pro', status: 'open' } });
    const both = await Promise.all([1, 2].map(() => service.call(cem, 'POST', `${pro}/confirm`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await service.call(cem, 'GET', pro)).body.status).toBe('confirmed');
    const ultra = await order(cem, 'price_ultra');
    await service.call(cem, 'POST', `${ultra}/confirm`);
    expect(await service.call(cem, 'POST', `${pro}/confirm`)).toMatchObject({ status: 200, body: { plan: 'ultra' } });
    const events = await service.events(streams.subscription(cem.tenantId));
    expect(events.map(({ type }) => type)).toEqual(['SubscriptionStarted', 'PlanChanged']);
  });

  it('have invoices in the order of the plans, also if two were ordered at once', async () => {
    const eva = ownerOf('eva');
    const [pro, ultra] = [await order(eva, 'price_pro'), await order(eva, 'price_ultra')];
    const first = service.now;
    await service.call(eva, 'POST', `${pro}/confirm`);
    // It arrived before the first one, and was stored after it.
    service.now = new Date(first.getTime() - 3);
    await service.call(eva, 'POST', `${ultra}/confirm`);
    service.now = first;
    const { invoices } = (await service.call(eva, 'GET', '/api/me/invoices')).body;
    const at = first.toISOString();
    expect(invoices).toMatchObject([
      { number: 'TEST-0002', plan: 'ultra', issuedAt: at },
      { number: 'TEST-0001', plan: 'pro', issuedAt: at },
    ]);
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
});
