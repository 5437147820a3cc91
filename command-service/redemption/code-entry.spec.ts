import { streams } from '@perktree/contracts/catalogue/events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop({ maxRedemptions: null });
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const staffRedeem = (user: string, body: object) => shop.post(user, '/api/staff/redeem', body);
const guess = (n: number) => staffRedeem('staff', { redemptionCode: `AAA-AA${'ABCDEFGHJ'[n]}` });
const misses = (user: string, site = shop.site) => shop.events(streams.staffCodes(site.siteId, user));
const scan = async (customer: string) =>
  (await shop.post(customer, '/api/scan', { token: shop.site.customerToken })).body as {
    redemptionCode: string;
    redemptionToken: string;
  };

describe('wrong codes', () => {
  it('are answered alike; only what can be a code is recorded', async () => {
    for (const redemptionCode of ['AAA-AAA', 'nonsense', 'AAA-AAI', 'AZ_5-ab', 'AAA-AAB']) {
      const { status, body } = await staffRedeem('staff', { redemptionCode });
      expect([status, body]).toEqual([
        200,
        {
          success: false,
          code: 'UNKNOWN_REDEMPTION_CODE',
          message: expect.stringContaining('invalid, used or expired'),
        },
      ]);
    }
    expect((await misses('staff')).map(({ data }) => data)).toMatchObject([
      { staffId: 'staff', missesInWindow: 1 },
      { missesInWindow: 2, lockedUntil: null },
    ]);
  });

  it('lock the member’s code entry at that site for ten minutes; not the camera and others', async () => {
    const { redemptionCode, redemptionToken } = await scan('customer');
    for (let n = 0; n < 5; n += 1) await guess(n);
    const locked = await staffRedeem('staff', { redemptionCode });
    expect([locked.status, locked.body.code]).toEqual([429, 'CODE_ENTRY_LOCKED']);
    expect(locked.headers['retry-after']).toBe('600');
    expect(locked.body.message).toContain('10 minutes');
    expect(await misses('staff')).toHaveLength(5);

    expect((await staffRedeem('staff', { token: redemptionToken })).body.success).toBe(true);
    const another = await scan('another');
    expect((await staffRedeem('colleague', { redemptionCode: another.redemptionCode })).body.success).toBe(true);
  });

  it('cannot be tried faster than they are counted: of many at once, five are looked at', async () => {
    const { redemptionCode } = await scan('customer');
    const wrong = Array.from({ length: 20 }, (_, n) => guess(n % 9));
    const right = staffRedeem('staff', { redemptionCode });
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await right).status).toBe(429);
    expect(await misses('staff')).toHaveLength(5);
  });

  it('count at every site that the member could have meant', async () => {
    const other = await shop.openSite('Other shop');
    await guess(0);
    expect(await misses('staff')).toHaveLength(1);
    expect(await misses('staff', other)).toHaveLength(1);
  });
});

describe('a code', () => {
  it('is of the scan that holds it now, whichever this process expects', async () => {
    const { redemptionCode: code } = await scan('customer');
    const { scanId } = (await shop.post('another', '/api/scan', { token: shop.site.customerToken })).body;
    const { siteId, qrId } = shop.site;
    const data = { siteId, qrId, scanId, code, expiresAt: '2026-06-03T12:00:00.000Z' };
    await shop.happen(streams.redemptionCode(siteId, code), { type: 'RedemptionCodeReserved', data });
    expect((await staffRedeem('staff', { redemptionCode: code })).body.code).toBe('UNKNOWN_REDEMPTION_CODE');
  });

  it('of an expired scan says that the offer has expired, and is no miss', async () => {
    const { redemptionCode } = await scan('customer');
    shop.clock = new Date('2026-06-02T12:00:00.000Z');
    expect((await staffRedeem('staff', { redemptionCode })).body.code).toBe('OFFER_EXPIRED');
    expect(await misses('staff')).toEqual([]);
  });

  it('that is open at two of the member’s sites is redeemed at neither', async () => {
    const twins = await createTestShop({ newCode: () => 'AAA-AAA' });
    const other = await twins.openSite('Other shop');
    await twins.post('one', '/api/scan', { token: twins.site.customerToken });
    await twins.post('two', '/api/scan', { token: other.customerToken });
    const { body } = await twins.post('staff', '/api/staff/redeem', { redemptionCode: 'AAA-AAA' });
    expect(body.code).toBe('CODE_AMBIGUOUS');
    expect(await twins.events(streams.redemptions(twins.site.qrId))).toEqual([]);
    await twins.close();
  });
});
