import { streams } from '@perktree/contracts/catalogue/streams';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop();
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const scan = async (user: string, token = shop.site.customerToken) =>
  (await shop.post(user, '/api/scan', { token })).body as {
    redemptionCode: string;
    redemptionToken: string;
    scanId: string;
  };
const redeem = (user: string, token = shop.site.customerToken) => shop.post(user, '/api/redeem', { token });
const staffRedeem = (user: string, body: object) => shop.post(user, '/api/staff/redeem', body);
const redemptions = (site = shop.site) => shop.events(streams.redemptions(site.qrId));
const refused = (code: string) => expect.objectContaining({ success: false, code, message: expect.any(String) });

describe('a customer redeems', () => {
  it('their open scan, finally, with every share of the path', async () => {
    const { scanId } = await scan('customer');
    const { status, body, headers } = await redeem('customer');
    expect(status).toBe(200);
    expect(redemptionCalls.redeem.answer.parse(body)).toMatchObject({
      success: true,
      redemptionId: expect.any(String),
    });
    expect(headers['x-position']).toBeDefined();
    const [event] = await redemptions();
    expect(event?.data).toMatchObject({
      redemptionId: body.redemptionId,
      scanId,
      customerId: 'customer',
      saleAmount: '100.00',
      saleAmountSource: 'default',
      confirmedVia: 'self',
      confirmedBy: 'customer',
      treeRevision: 5,
      pool: '10.00',
      shares: [
        { ownerId: 'ana', amount: '6.00' },
        { ownerId: 'ben', amount: '3.00' },
        { ownerId: 'cem', amount: '1.00' },
      ],
    });
    expect((await redeem('customer')).body).toEqual(refused('ALREADY_REDEEMED'));
    expect(await redemptions()).toHaveLength(1);
  });

  it('once a scan where the site lets them redeem more often: asking twice is not two redemptions', async () => {
    const { customerToken } = await shop.openSite('Generous shop', { configuration: { maxRedemptionsPerCustomer: 2 } });
    const first = await scan('customer', customerToken);
    const twice = await Promise.all([redeem('customer', customerToken), redeem('customer', customerToken)]);
    expect(twice.filter(({ body }) => body.success)).toHaveLength(1);
    expect((await redeem('customer', customerToken)).body).toEqual(refused('ALREADY_REDEEMED'));

    const second = await scan('customer', customerToken);
    expect(second.scanId).not.toBe(first.scanId);
    expect((await redeem('customer', customerToken)).body.success).toBe(true);
    expect((await scan('customer', customerToken)).scanId).toBe(second.scanId);
    expect((await redeem('customer', customerToken)).body).toEqual(refused('ALREADY_REDEEMED'));
  });
});

describe('staff redeem', () => {
  it.each(['staff', 'owner'])('as %s by the code that the customer reads out, with the sale amount', async (user) => {
    const { redemptionCode } = await scan('customer');
    const typed = ` ${redemptionCode.toLowerCase().replace('-', '')} `;
    const { status, body } = await staffRedeem(user, { redemptionCode: typed, saleAmount: '33.33' });
    expect(status).toBe(200);
    expect(redemptionCalls.staffRedeem.answer.parse(body)).toMatchObject({
      success: true,
      redemption: { benefit: '20% Discount', customerName: 'Name of customer', saleAmount: '33.33', currency: 'EUR' },
    });
    const [event] = await redemptions();
    expect(event?.data).toMatchObject({
      confirmedVia: 'code',
      confirmedBy: user,
      saleAmountSource: 'entered',
      pool: '3.33',
    });
    const [stored] = await shop.store.readStream(streams.redemptions(shop.site.qrId));
    expect(stored?.metadata).toMatchObject({ actor: { id: user, role: user === 'owner' ? 'site_owner' : 'staff' } });
  });

  it('only where they work: another site’s scan is answered as one that does not exist', async () => {
    const { redemptionCode, redemptionToken } = await scan('customer');
    expect((await staffRedeem('stranger', { token: redemptionToken })).body).toEqual(refused('INVALID_TOKEN'));
    expect((await staffRedeem('stranger', { redemptionCode })).status).toBe(403);
    expect((await staffRedeem('customer', { token: redemptionToken })).status).toBe(403);
    expect(await redemptions()).toEqual([]);
  });

  it('no more from the moment they are removed', async () => {
    const { redemptionCode, redemptionToken } = await scan('customer');
    const [created] = await shop.events(streams.site(shop.site.siteId));
    if (created?.type !== 'SiteCreated') throw new Error('no site');
    const { siteId, tenantId } = created.data;
    await shop.happen(streams.site(siteId), { type: 'StaffRemoved', data: { siteId, tenantId, userId: 'staff' } });
    expect((await staffRedeem('staff', { token: redemptionToken })).body).toEqual(refused('INVALID_TOKEN'));
    expect((await staffRedeem('staff', { redemptionCode })).status).toBe(403);
  });

  it.each([false, true])('by code at any of their sites, also one just joined: %s', async (isJustJoined) => {
    shop.staffSitesAreStale = isJustJoined;
    const other = await shop.openSite('Other shop');
    const { redemptionCode } = await scan('customer', other.customerToken);
    expect((await staffRedeem('staff', { redemptionCode })).body.success).toBe(true);
    expect(await redemptions(other)).toHaveLength(1);
  });

  it('by camera alone where the site takes no codes', async () => {
    const strict = await createTestShop({ configuration: { staffCanRedeemWithCode: false } });
    const { body } = await strict.post('customer', '/api/scan', { token: strict.site.customerToken });
    const byCode = await strict.post('staff', '/api/staff/redeem', { redemptionCode: body.redemptionCode });
    expect([byCode.status, byCode.body.code]).toEqual([403, 'CODE_ENTRY_NOT_ALLOWED']);
    const byToken = await strict.post('staff', '/api/staff/redeem', { token: body.redemptionToken });
    expect(byToken.body.success).toBe(true);
    await strict.close();
  });
});

describe('a repeated command, whose first answer was lost', () => {
  it('gets the redemption that it made, and makes no other', async () => {
    const key = { 'idempotency-key': 'tap 1' };
    const body = { token: shop.site.customerToken };
    const first = await shop.post('customer', '/api/redeem', body, key);
    const again = await shop.post('customer', '/api/redeem', body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['x-position']).toBe(first.headers['x-position']);

    const { redemptionCode } = await scan('another');
    const byStaff = () => shop.post('staff', '/api/staff/redeem', { redemptionCode }, key);
    expect((await byStaff()).body).toEqual((await byStaff()).body);
    expect(await redemptions()).toHaveLength(2);
  });

  it('gets it although the plan takes no codes any more', async () => {
    const { redemptionCode } = await scan('customer');
    const byCode = (cause: string) =>
      shop.post('staff', '/api/staff/redeem', { redemptionCode }, { 'idempotency-key': cause });
    const first = await byCode('tap 1');
    const [created] = await shop.events(streams.site(shop.site.siteId));
    if (created?.type !== 'SiteCreated') throw new Error('no site');
    const { tenantId } = created.data;
    const ended = { tenantId, reference: 'the plan of the shop', redemptionsThisMonth: 1 };
    await shop.happen(streams.subscription(tenantId), { type: 'SubscriptionEnded', data: ended });
    expect((await byCode('tap 1')).body).toEqual(first.body);
    expect((await byCode('tap 2')).status).toBe(402);
  });

  it('counts a wrong code once', async () => {
    const key = { 'idempotency-key': 'typed 1' };
    for (let n = 0; n < 3; n += 1) await shop.post('staff', '/api/staff/redeem', { redemptionCode: 'AAA-AAA' }, key);
    expect(await shop.events(streams.staffCodes(shop.site.siteId, 'staff'))).toHaveLength(1);
  });
});
