import { streams } from '@perktree/contracts/catalogue/streams';
import { describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const MAX_REDEMPTIONS = 3;

describe('limits under concurrency, on the real event store', () => {
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
});
