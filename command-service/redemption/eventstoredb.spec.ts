import { streams } from '@perktree/contracts/catalogue/streams';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop, type TestShop } from './testing/shop.ts';

const double = await startEventStoreDbDouble();
beforeEach(() => double.reset());
afterAll(() => double.close());

const openShop = (options: Parameters<typeof createTestShop>[0] = {}) =>
  createTestShop({ maxRedemptions: null, openStore: () => openEventStoreDb({ url: double.urls[0] }), ...options });
const reads = async () => (await double.seen()).calls.read ?? 0;

/**
 * The median of the `Read` calls for each of some commands of one caller, one after the other. A few commands read more where a
 * busy machine delays the subscription.
 */
async function readsEach(count: number, command: (n: number) => Promise<unknown>): Promise<number> {
  const each: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const before = await reads();
    await command(n);
    each.push((await reads()) - before);
  }
  return each.sort((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN;
}

describe('a process on EventStoreDB', () => {
  let shop: TestShop;
  const scan = (customer: string | null) => shop.post(customer, '/api/scan', { token: shop.site.customerToken });
  async function redeem(token: string) {
    const { body } = await shop.post('staff', '/api/staff/redeem', { token });
    expect(body).toMatchObject({ success: true });
  }
  /** Until it knows what was deleted, and has loaded what decides. */
  async function warmUp() {
    for (let n = 0; n < 8; n += 1) await redeem((await scan(`early customer ${n}`)).body.redemptionToken);
  }

  it('reads little for a command once it is warm', async () => {
    shop = await openShop({ plan: 'free' });
    await warmUp();
    const tokens: string[] = [];
    const forCustomer = await readsEach(5, async (n) => {
      tokens.push((await scan(`customer ${n}`)).body.redemptionToken);
    });
    const forVisitor = await readsEach(5, () => scan(null));
    const again = await readsEach(5, (n) => scan(`customer ${n}`));
    const forRedemption = await readsEach(5, (n) => redeem(tokens[n] as string));
    const bySelf = await readsEach(5, async (n) => {
      const { body } = await shop.post(`other ${n}`, '/api/redeem', { token: shop.site.customerToken });
      expect(body).toMatchObject({ success: true });
    });
    for (const each of [forVisitor, again, forRedemption]) expect(each).toBeLessThanOrEqual(1);
    // A customer may have scanned before, which the stream of the scan alone says.
    for (const each of [forCustomer, bySelf]) expect(each).toBeLessThanOrEqual(2);
    await shop.close();
  });
});

describe('two processes on EventStoreDB', () => {
  it('refuse at once what another process has ended, and allow at once what it has begun', async () => {
    const shop = await openShop({ processes: 2 });
    const { siteId, rootQrId, qrId, customerToken } = shop.site;
    const scans = [];
    for (let n = 0; n < 10; n += 1) {
      scans.push((await shop.post(`customer ${n}`, '/api/scan', { token: customerToken })).body.redemptionToken);
    }
    for (let n = 0; n < 10; n += 1) {
      const place = { rootQrId, siteId, tenantId: shop.site.tenantId, qrId };
      const type = n % 2 === 0 ? 'QrDeactivated' : 'QrActivated';
      await shop.happen(streams.commissionTree(rootQrId), { type, data: place });
      const { body } = await shop.post('staff', '/api/staff/redeem', { token: scans[n] });
      expect(body.success, `${n}`).toBe(n % 2 === 1);
    }
    await shop.close();
  });
});
