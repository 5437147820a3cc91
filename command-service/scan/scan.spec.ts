import { streams } from '@perktree/contracts/catalogue/events';
import { scanAnswer } from '@perktree/contracts/scan/calls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from '../redemption/testing/shop.ts';
import { visitorScanId } from './open-scan.ts';

const shop = await createTestShop();
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const scan = (user: string | null, token = shop.site.customerToken, headers = {}) =>
  shop.post(user, '/api/scan', { token }, headers);

describe('a signed-in customer scans', () => {
  it('and gets an open scan with code and token', async () => {
    const { status, body, headers } = await scan('customer');
    expect(status).toBe(200);
    expect(scanAnswer.parse(body)).toMatchObject({
      success: true,
      intent: 'customer',
      token: shop.site.customerToken,
      redemptionCode: expect.stringMatching(/^[2-9A-Y]{3}-[2-9A-Y]{3}$/),
      qr: {
        ...{ name: 'leaf', siteName: 'Corner shop', currency: 'EUR', type: 'DISCOUNT_PERCENT', discountPercent: 20 },
        ...{ commissionPercent: null, expiresAtUtc: '2026-06-02T12:00:00.000Z' },
      },
    });
    expect(headers['x-position']).toMatch(/^\d+$/);
    const events = await shop.events(streams.scan(body.scanId));
    expect(events).toHaveLength(1);
    const { rootQrId, siteId, qrId } = shop.site;
    expect(events[0]?.data).toMatchObject({ rootQrId, siteId, qrId, customerId: 'customer', period: 1 });
    expect(await shop.events(streams.redemptionCode(shop.site.siteId, body.redemptionCode))).toHaveLength(1);
  });

  it('again, at once or at the same time, and gets the same scan', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => scan('customer')));
    all.push(await scan('customer'));
    for (const { body } of all) expect(body).toEqual(all[0]?.body);
    expect(await shop.events(streams.scan(all[0]?.body.scanId))).toHaveLength(1);
  });
});

describe('a request that is repeated because its answer was lost', () => {
  it('gets the scan that it opened, also if that has been redeemed meanwhile', async () => {
    await shop.renewWith({ configuration: { maxRedemptionsPerCustomer: null } });
    const { customerToken } = shop.site;
    const request = (key: string) => scan('customer', customerToken, { 'idempotency-key': key });
    const redeem = ({ body }: Awaited<ReturnType<typeof scan>>) =>
      shop.post('staff', '/api/staff/redeem', { token: body.redemptionToken });
    const first = await request('first');
    await redeem(first);
    expect((await request('first')).body).toMatchObject({ scanId: first.body.scanId, redeemObstacle: 'redeemed' });
    await redeem(await request('second'));
    const head = await shop.store.head();
    expect((await request('first')).body).toMatchObject({ scanId: first.body.scanId, redeemObstacle: 'redeemed' });
    expect(await shop.store.head()).toBe(head);
    const third = (await request('third')).body;
    expect(third).toMatchObject({ redemptionCode: expect.any(String) });
    expect((await request('first')).body.scanId).toBe(first.body.scanId);
  });
});

describe('a scan without a session', () => {
  const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] ?? '';

  it('and is counted once an hour', async () => {
    const first = await scan(null);
    expect(first.body).toMatchObject({ success: true, intent: 'customer', qr: { discountPercent: 20 } });
    expect(first.body).not.toHaveProperty('scanId');
    const cookie = cookieOf(first.headers);
    const again = await scan(null, shop.site.customerToken, { cookie });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.headers['x-position']).toBeUndefined();

    const visitorId = cookie.slice('visitor='.length);
    const stream = streams.scan(visitorScanId(visitorId, shop.site.qrId, shop.clock.toISOString()));
    const stored = await shop.store.readStream(stream);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.data).toMatchObject({ customerId: null, redemptionCode: null, redemptionToken: null });
    expect(JSON.stringify([stored[0]?.data, stored[0]?.metadata])).not.toContain(visitorId.slice(0, 10));

    shop.clock = new Date('2026-06-01T13:00:00.000Z');
    expect((await scan(null, shop.site.customerToken, { cookie })).headers['x-position']).toBeDefined();
  });
});

describe('a distributor token', () => {
  it('tells what there is to earn, and records nothing', async () => {
    const head = await shop.store.head();
    for (const user of [null, 'customer']) {
      const { body, headers } = await scan(user, shop.site.distributorToken);
      expect(body).toMatchObject({
        success: true,
        intent: 'distributor',
        qr: { siteName: 'Corner shop', commissionPercent: '1.00', discountPercent: 20 },
      });
      expect(headers['x-position']).toBeUndefined();
    }
    expect(await shop.store.head()).toBe(head);
  });
});

describe('a site that withholds the benefit until it is redeemed', () => {
  it('answers null for it, to customers and visitors, and shows it from then on', async () => {
    const secret = { configuration: { showBenefitBeforeRedeem: false } };
    const { customerToken, distributorToken } = await shop.openSite('Secret shop', secret);
    const withheld = { type: null, discountPercent: null, discountFixedAmount: null, textReward: null };
    for (const token of [customerToken, distributorToken]) {
      expect((await scan('customer', token)).body.qr).toMatchObject(withheld);
      expect((await scan(null, token)).body.qr).toMatchObject(withheld);
    }
    // Who may claim it sees the offer.
    expect((await scan('distributor', distributorToken)).body.qr).toMatchObject({ discountPercent: 20 });
    expect((await shop.post('customer', '/api/redeem', { token: customerToken })).body.success).toBe(true);
    const redeemed = (await scan('customer', customerToken)).body;
    expect(redeemed.qr).toMatchObject({ type: 'DISCOUNT_PERCENT', discountPercent: 20 });
    expect(redeemed).not.toHaveProperty('redemptionCode');
    expect(redeemed).not.toHaveProperty('redemptionToken');
  });
});

describe('a scan that the customer cannot redeem', () => {
  it('says that it is redeemed, and that staff of the site need a colleague', async () => {
    expect((await scan('customer')).body).not.toHaveProperty('redeemObstacle');
    await shop.post('customer', '/api/redeem', { token: shop.site.customerToken });
    expect((await scan('customer')).body).toMatchObject({ success: true, redeemObstacle: 'redeemed' });
    const ofStaff = (await scan('staff')).body;
    expect(ofStaff).toMatchObject({ redeemsAtCounter: true, redemptionCode: expect.any(String) });
    expect(ofStaff).not.toHaveProperty('redeemObstacle');
  });

  it('says so to those who earn from the QR, and gives them no code', async () => {
    for (const owner of ['ana', 'ben', 'cem']) {
      const { body } = await scan(owner);
      expect(body).toMatchObject({ success: true, redeemObstacle: 'own_share' });
      expect(body).not.toHaveProperty('redemptionCode');
      expect(body).not.toHaveProperty('redemptionToken');
    }
  });
});

describe('redemption codes', () => {
  it('are drawn again when another open scan of the site has them', async () => {
    const drawn = ['AAA-AAA', 'AAA-AAA', 'AAA-AAA', 'BBB-BBB'];
    const crowded = await createTestShop({ newCode: () => drawn.shift() ?? 'CCC-CCC' });
    const codeOf = async (user: string, token = crowded.site.customerToken) =>
      (await crowded.post(user, '/api/scan', { token })).body.redemptionCode;
    expect(await codeOf('one')).toBe('AAA-AAA');
    expect(await codeOf('two')).toBe('BBB-BBB');
    expect(await codeOf('three')).toBe('CCC-CCC');
    const noneLeft = await crowded.post('four', '/api/scan', { token: crowded.site.customerToken });
    expect([noneLeft.status, noneLeft.body.code]).toEqual([503, 'TOO_MUCH_CONTENTION']);
    const elsewhere = await crowded.openSite('Other shop');
    expect(await codeOf('four', elsewhere.customerToken)).toBe('CCC-CCC');
    await crowded.close();
  });
});
