import { streams } from '@perktree/contracts/catalogue/streams';
import { describe, expect, it, vi } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const CUSTOMERS = 300;
const MAX_REDEMPTIONS = 3;
/** Appends that 300 attempts at one QR may make: above the three that they need, far below what a queue of retries would. */
const MOST_APPENDS = 50;

describe('limits under concurrency, on the real event store', () => {
  it(`${CUSTOMERS} customers at once at a QR with ${MAX_REDEMPTIONS} redemptions: exactly ${MAX_REDEMPTIONS}`, async () => {
    const shop = await createTestShop({ maxRedemptions: MAX_REDEMPTIONS });
    const body = { token: shop.site.customerToken };
    const customers = Array.from({ length: CUSTOMERS }, (_, n) => `customer ${n}`);
    await Promise.all(customers.map((customer) => shop.post(customer, '/api/scan', body)));

    const append = vi.spyOn(shop.store, 'append');
    const answers = await Promise.all(customers.map((customer) => shop.post(customer, '/api/redeem', body)));

    const codes = new Map<string, number>();
    for (const { body: answer } of answers) {
      const outcome = answer.success ? 'redeemed' : answer.code;
      codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ redeemed: MAX_REDEMPTIONS, OFFER_FULL: CUSTOMERS - MAX_REDEMPTIONS });
    const stored = await shop.events(streams.redemptions(shop.site.qrId));
    expect(stored.map(({ type }) => type)).toEqual(Array(MAX_REDEMPTIONS).fill('BenefitRedeemed'));
    const appends = append.mock.calls.filter(([stream]) => stream === streams.redemptions(shop.site.qrId));
    const { qrId } = shop.site;
    expect(await shop.events(streams.limitReached(qrId))).toMatchObject([
      { type: 'RedemptionLimitReached', data: { qrId, period: 1, limit: MAX_REDEMPTIONS } },
    ]);
    expect(appends.length).toBeGreaterThan(0);
    expect(appends.length).toBeLessThan(MOST_APPENDS);
    await shop.close();
  });

  it('through several processes: exactly 3 as well', async () => {
    const shop = await createTestShop({ maxRedemptions: MAX_REDEMPTIONS, processes: 4 });
    const body = { token: shop.site.customerToken };
    const customers = Array.from({ length: 60 }, (_, n) => `customer ${n}`);
    const answers = await Promise.all(customers.map((customer) => shop.post(customer, '/api/redeem', body)));
    expect(answers.filter(({ body: answer }) => answer.success)).toHaveLength(MAX_REDEMPTIONS);
    expect(answers.filter(({ body: answer }) => answer.code === 'OFFER_FULL')).toHaveLength(60 - MAX_REDEMPTIONS);
    expect(await shop.events(streams.redemptions(shop.site.qrId))).toHaveLength(MAX_REDEMPTIONS);
    expect(await shop.events(streams.limitReached(shop.site.qrId))).toHaveLength(1);
    await shop.close();
  });

  it('one scan redeemed by the customer, by code and by token at the same time: exactly once', async () => {
    const shop = await createTestShop({ maxRedemptions: null, processes: 3 });
    for (let round = 0; round < 5; round += 1) {
      const customer = `customer ${round}`;
      const { body: scan } = await shop.post(customer, '/api/scan', { token: shop.site.customerToken });
      const answers = await Promise.all([
        shop.post('staff', '/api/staff/redeem', { redemptionCode: scan.redemptionCode }),
        shop.post(customer, '/api/redeem', { token: shop.site.customerToken }),
        shop.post('owner', '/api/staff/redeem', { token: scan.redemptionToken }),
        shop.post('colleague', '/api/staff/redeem', { redemptionCode: scan.redemptionCode }),
      ]);
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'ALREADY_REDEEMED')).toHaveLength(3);
    }
    expect(await shop.events(streams.redemptions(shop.site.qrId))).toHaveLength(5);
    await shop.close();
  });
});
