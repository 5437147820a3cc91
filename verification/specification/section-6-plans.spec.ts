import { randomUUID } from 'node:crypto';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { appendFacts } from '@perktree/command-service/testing/append-facts';
import { streams } from '@perktree/contracts/catalogue/streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sent } from './testing/client.ts';
import { BENEFIT, openShop, type Shop, subscribe } from './testing/shop.ts';

/** Limits of the plans: 402 with plan, limit and amount, and nothing appended. */

const composed = await startComposedApp();
afterAll(() => composed.close());

const events = async (): Promise<number> =>
  (await composed.pool.query(`SELECT count(*)::integer AS n FROM event_store.events WHERE type NOT LIKE 'Quota%'`))
    .rows[0].n;

async function expectRefused(work: () => Promise<Sent>, ...named: string[]): Promise<void> {
  const before = await events();
  const { status, body } = await work();
  expect([status, body.code]).toEqual([402, 'PLAN_LIMIT_REACHED']);
  for (const part of named) expect(body.message).toContain(part);
  expect(await events()).toBe(before);
}

const newSite = (shop: Shop) => shop.owner.send('POST', '/api/sites', { name: 'Another', currency: 'EUR' });
const newQr = (shop: Shop) => shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT });

// Sites, QRs, levels of splits and codes of staff: command-service/subscription.
describe('"Free allows"', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(composed.app, null);
  });

  it('"50 redemptions per month": the 51st is refused, and Pro has no such limit', async () => {
    // All but three are used.
    const { tenantId } = await shop.owner.must('GET', '/api/auth/user-role');
    const items = Array.from({ length: 47 }, () => {
      const id = randomUUID();
      return { id, stream: streams.redemptions(id), until: null };
    });
    const reserved = { type: 'QuotaReserved', data: { tenantId, quota: 'redemptions', items } } as const;
    await appendFacts(composed.store, composed.clock(), streams.subscription(tenantId), [reserved]);
    const guests = await Promise.all(Array.from({ length: 4 }, (_, n) => shop.person(`guest${n}`, 'customer')));
    const redeem = (guest: Shop['customer']) => guest.send('POST', '/api/redeem', { token: shop.root.customerToken });
    const answers = await Promise.all(guests.map(redeem));
    const codes = answers.map(({ status, body }) => (body.success === true ? 'redeemed' : `${status} ${body.code}`));
    expect(codes.toSorted()).toEqual(['402 PLAN_LIMIT_REACHED', 'redeemed', 'redeemed', 'redeemed']);
    const { used, limits } = await shop.owner.must('GET', '/api/me/plan');
    expect([used.redemptionsThisMonth, limits.redemptionsPerMonth]).toEqual([50, 50]);
    const last = guests[codes.findIndex((code) => code !== 'redeemed')] ?? shop.customer;
    await expectRefused(() => redeem(last), 'Free', '50 redemptions a month', '51 redemptions');
    await subscribe(shop.owner, 'price_pro');
    expect((await shop.owner.must('GET', '/api/auth/user')).subscriptionPlan).toBe('pro');
    expect((await redeem(last)).body).toMatchObject({ success: true });
  });
});

describe('"Pro allows up to 3 sites, 100 active QRs, unlimited redemptions and splits, staff codes"', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(composed.app, 'price_pro');
  });

  it('"up to 3 sites"', async () => {
    expect([(await newSite(shop)).status, (await newSite(shop)).status]).toEqual([201, 201]);
    await expectRefused(() => newSite(shop), 'Pro', '3 sites', '4 sites');
  });

  it('"100 active QRs", over all its sites', async () => {
    await shop.configure({ maxSplitsPerQr: 200 });
    const splits = Array.from({ length: 49 }, (_, n) => ({ name: `${n}`, commissionPercent: '0.50' }));
    const wide = await shop.make({ commissionPercent: '100.00' });
    for (const part of [splits, splits]) {
      const path = `${shop.site}/qrs/${wide.id}/split`;
      expect((await shop.owner.send('POST', path, { splits: part })).status).toBe(201);
    }
    expect(await shop.owner.must('GET', '/api/me/plan')).toMatchObject({
      limits: { redemptionsPerMonth: null, splitDepth: null, staffCodes: true, autoPayouts: false, whiteLabel: false },
      used: { activeQrs: 100 },
    });
    await expectRefused(() => newQr(shop), 'Pro', '100 active QR codes', '101');
  });

  it('a downgrade "deletes nothing: it blocks what is new until the tenant is within the limits" (domain 10)', async () => {
    await shop.owner.must('POST', '/api/cancel-subscription');
    expect((await shop.owner.must('GET', '/api/me/sites')).length).toBe(3);
    expect((await shop.owner.must('GET', '/api/me/plan')).used).toMatchObject({ sites: 3, activeQrs: 100 });
    await expectRefused(() => newQr(shop), 'Free', '3 active QR codes');
    await expectRefused(() => newSite(shop), 'Free', '1 site');
    expect((await shop.owner.send('PUT', `${shop.site}/qrs/${shop.root.id}`, { name: 'Kept' })).status).toBe(200);
  });
});

describe('"Ultra allows unlimited sites and QRs, auto payouts via a payment provider, white-label QRs"', () => {
  it('has no limit', async () => {
    const shop = await openShop(composed.app, 'price_ultra');
    for (let n = 0; n < 5; n += 1) expect((await newSite(shop)).status).toBe(201);
    expect((await shop.owner.must('GET', '/api/me/plan')).limits).toEqual({
      ...{ sites: null, activeQrs: null, redemptionsPerMonth: null, splitDepth: null },
      ...{ staffCodes: true, autoPayouts: true, whiteLabel: true },
    });
  });
});
