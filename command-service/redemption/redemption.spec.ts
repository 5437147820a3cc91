import { streams } from '@perktree/contracts/catalogue/events';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop({ processes: 2 });
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const scan = async (user: string, token = shop.site.customerToken) =>
  (await shop.post(user, '/api/scan', { token })).body;
const redeem = (user: string, token = shop.site.customerToken) => shop.post(user, '/api/redeem', { token });
const staffRedeem = (user: string, body: object, headers = {}) => shop.post(user, '/api/staff/redeem', body, headers);
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
      ...{ redemptionId: body.redemptionId, scanId, customerId: 'customer', saleAmount: '100.00' },
      ...{ saleAmountSource: 'default', confirmedVia: 'self', confirmedBy: 'customer', treeRevision: 5 },
      shares: [
        { ownerId: 'ana', amount: '6.00' },
        { ownerId: 'ben', amount: '3.00' },
        { ownerId: 'cem', amount: '1.00' },
      ],
    });
    expect((await redeem('customer')).body).toEqual(refused('ALREADY_REDEEMED'));
    expect(await redemptions()).toHaveLength(1);
  });

  it('at once with many others, through several processes: exactly 3, and the limit is reached once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => redeem(`customer ${n}`)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'OFFER_FULL')).toHaveLength(57);
    expect(await redemptions()).toHaveLength(3);
    expect(await shop.events(streams.limitReached(shop.site.qrId))).toHaveLength(1);
  });
});

describe('staff redeem', () => {
  it('by the code that the customer reads out, with the sale amount', async () => {
    const { redemptionCode } = await scan('customer');
    const typed = ` ${redemptionCode.toLowerCase().replace('-', '')} `;
    const { status, body } = await staffRedeem('staff', { redemptionCode: typed, saleAmount: '33.33' });
    expect(status).toBe(200);
    expect(redemptionCalls.staffRedeem.answer.parse(body)).toMatchObject({
      success: true,
      redemption: { benefit: '20% Discount', customerName: 'Name of customer', saleAmount: '33.33', currency: 'EUR' },
    });
    const [event] = await redemptions();
    expect(event?.data).toMatchObject({ confirmedVia: 'code', confirmedBy: 'staff', pool: '3.33' });
    const [stored] = await shop.store.readStream(streams.redemptions(shop.site.qrId));
    expect(stored?.metadata).toMatchObject({ actor: { id: 'staff', role: 'staff' } });
  });

  it('only where they work, and no more from the moment they are removed', async () => {
    const { redemptionCode, redemptionToken } = await scan('customer');
    const isRefused = async (user: string) => {
      expect((await staffRedeem(user, { token: redemptionToken })).body).toEqual(refused('INVALID_TOKEN'));
      expect((await staffRedeem(user, { redemptionCode })).status).toBe(403);
    };
    await isRefused('stranger');
    const { siteId, tenantId } = shop.site;
    await shop.happen(streams.site(siteId), { type: 'StaffRemoved', data: { siteId, tenantId, userId: 'staff' } });
    await isRefused('staff');
    expect(await redemptions()).toEqual([]);
  });

  it.each([false, true])('by code at any of their sites, also one just joined: %s', async (isJustJoined) => {
    shop.staffSitesAreStale = isJustJoined;
    const other = await shop.openSite('Other shop');
    const { redemptionCode } = await scan('customer', other.customerToken);
    expect((await staffRedeem('staff', { redemptionCode })).body.success).toBe(true);
    expect(await redemptions(other)).toHaveLength(1);
  });

  it('by camera alone where the site takes no codes', async () => {
    await shop.renewWith({ configuration: { staffCanRedeemWithCode: false } });
    const { redemptionCode, redemptionToken } = await scan('customer');
    const byCode = await staffRedeem('staff', { redemptionCode });
    expect([byCode.status, byCode.body.code]).toEqual([403, 'CODE_ENTRY_NOT_ALLOWED']);
    expect((await staffRedeem('staff', { token: redemptionToken })).body.success).toBe(true);
  });
});

describe('a repeated command, whose first answer was lost', () => {
  const key = { 'idempotency-key': 'tap 1' };

  it('gets the redemption that it made, and makes no other', async () => {
    const body = { token: shop.site.customerToken };
    const first = await shop.post('customer', '/api/redeem', body, key);
    const again = await shop.post('customer', '/api/redeem', body, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['x-position']).toBe(first.headers['x-position']);

    const { redemptionCode } = await scan('another');
    const byStaff = () => staffRedeem('staff', { redemptionCode }, key);
    expect((await byStaff()).body).toEqual((await byStaff()).body);
    expect(await redemptions()).toHaveLength(2);
  });

  it('gets it although the plan takes no codes any more', async () => {
    const { redemptionCode } = await scan('customer');
    const first = await staffRedeem('staff', { redemptionCode }, key);
    const { tenantId } = shop.site;
    const ended = { tenantId, reference: 'the plan of the shop', redemptionsThisMonth: 1 };
    await shop.happen(streams.subscription(tenantId), { type: 'SubscriptionEnded', data: ended });
    expect((await staffRedeem('staff', { redemptionCode }, key)).body).toEqual(first.body);
    expect((await staffRedeem('staff', { redemptionCode }, { 'idempotency-key': 'tap 2' })).status).toBe(402);
  });

  it('counts a wrong code once', async () => {
    for (let n = 0; n < 3; n += 1) await staffRedeem('staff', { redemptionCode: 'AAA-AAA' }, key);
    expect(await shop.events(streams.staffCodes(shop.site.siteId, 'staff'))).toHaveLength(1);
  });
});

describe('where staff confirm', () => {
  beforeEach(() => shop.renewWith({ configuration: { selfRedemption: 'confirmed' }, plan: 'pro' }));

  it.each(['redemptionCode', 'redemptionToken'])(
    'they do by the %s of the scan, with the sale amount',
    async (secret) => {
      const opened = await scan('customer');
      expect((await redeem('customer')).body).toMatchObject({ success: true, awaitsConfirmation: true });
      const shown = await scan('customer');
      expect(shown).toMatchObject({ scanId: opened.scanId, awaitsConfirmation: true, [secret]: opened[secret] });
      expect((await redeem('customer')).body).toEqual(refused('ALREADY_REDEEMED'));

      const by = secret === 'redemptionCode' ? { redemptionCode: opened[secret] } : { token: opened[secret] };
      const ofPlan = streams.subscription(shop.site.tenantId);
      const { length: before } = await shop.events(ofPlan);
      const { status, body } = await staffRedeem('staff', { ...by, saleAmount: '50.00' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, redemption: { saleAmount: '50.00' } });
      expect(await shop.events(ofPlan), 'it takes no more of the plan').toHaveLength(before);
      const [redeemed, confirmed] = await redemptions();
      // An entry keeps the id of the share that waited.
      const ids = (shares: readonly { readonly entryId: string }[] | undefined) =>
        shares?.map(({ entryId }) => entryId);
      const waiting = redeemed?.type === 'BenefitRedeemed' ? redeemed.data.awaitsConfirmation?.shares : [];
      expect(ids(confirmed?.type === 'RedemptionConfirmed' ? confirmed.data.shares : [])).toEqual(ids(waiting));

      expect(await scan('customer')).not.toHaveProperty('redemptionCode');
      expect((await staffRedeem('colleague', by)).body).toEqual(refused('ALREADY_REDEEMED'));
    },
  );

  it('they see the benefit, the customer and what is left of the limits first; nothing is stored', async () => {
    const { redemptionCode, redemptionToken } = await scan('customer');
    const lookUp = async (user: string, body: object) => (await shop.post(user, '/api/staff/look-up', body)).body;
    for (const secret of [{ redemptionCode }, { token: redemptionToken }]) {
      expect(redemptionCalls.lookUpScan.answer.parse(await lookUp('staff', secret))).toMatchObject({
        success: true,
        scan: {
          ...{ benefit: '20% Discount', customerName: 'Name of customer', siteName: 'Corner shop', currency: 'EUR' },
          ...{ defaultSaleAmount: '100.00', maxSaleAmount: '1000.00', awaitsConfirmation: false },
          ...{
            redemptions: { used: 0, most: 3 },
            redemptionsOfCustomer: { used: 0, most: 1 },
            redeemsInOneStep: false,
          },
        },
      });
    }
    expect(await redemptions()).toEqual([]);
    expect((await lookUp('stranger', { token: redemptionToken })).code).toBe('INVALID_TOKEN');
    await redeem('customer');
    const awaited = { awaitsConfirmation: true, redemptions: { used: 1 } };
    expect(await lookUp('staff', { redemptionCode })).toMatchObject({ scan: awaited });
    await staffRedeem('staff', { redemptionCode });
    expect((await lookUp('staff', { redemptionCode })).code).toBe('ALREADY_REDEEMED');
    for (let n = 0; n < 5; n += 1) await lookUp('staff', { redemptionCode: `AAA-AA${'ABCDE'[n]}` });
    expect((await lookUp('staff', { redemptionCode })).code).toBe('CODE_ENTRY_LOCKED');
  });
});

describe('the member of staff who confirmed', () => {
  const correct = (user: string, redemptionId: string, saleAmount: string | null) =>
    shop.post(user, `/api/staff/redemptions/${redemptionId}/correct`, { saleAmount, reason: 'Mistyped' });
  async function redeemed(saleAmount = '100.00'): Promise<string> {
    const { redemptionCode } = await scan('customer');
    return (await staffRedeem('staff', { redemptionCode, saleAmount })).body.redemption.id;
  }

  it('lowers the sale amount, or undoes it, and the customer redeems again with a new code', async () => {
    const id = await redeemed();
    expect(await correct('colleague', id, null)).toMatchObject({ status: 403, body: { code: 'CONFIRMED_BY_OTHERS' } });
    expect(await correct('stranger', id, null)).toMatchObject({ status: 404, body: { code: 'REDEMPTION_NOT_FOUND' } });
    expect(await correct('staff', id, '12.50')).toMatchObject({
      status: 200,
      body: { redemptionId: id, amount: '87.50', whole: false },
    });
    const [stored] = (await shop.store.readStream(streams.redemptions(shop.site.qrId))).slice(-1);
    expect(stored?.metadata).toMatchObject({ actor: { id: 'staff', role: 'staff' }, commandName: 'CorrectRedemption' });
    expect((await correct('staff', id, null)).body).toMatchObject({ amount: '12.50', whole: true });
    expect((await correct('staff', id, null)).body).toMatchObject({ code: 'ALREADY_REVERSED' });
    expect(await redeemed('3.00')).not.toBe(id);
  });
});
