import { streams } from '@perktree/contracts/catalogue/streams';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop({ configuration: { selfRedemption: 'confirmed' } });
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const scan = async () => (await shop.post('customer', '/api/scan', { token: shop.site.customerToken })).body;
const lookUp = (user: string, body: object) => shop.post(user, '/api/staff/look-up', body);
const redemptions = () => shop.events(streams.redemptions(shop.site.qrId));

describe('before redeeming, staff see', () => {
  it('the benefit, the customer, the site and what is left of the limits; nothing is stored', async () => {
    const { redemptionCode, redemptionToken } = await scan();
    for (const secret of [{ redemptionCode }, { token: redemptionToken }]) {
      const { status, body } = await lookUp('staff', secret);
      expect(status).toBe(200);
      expect(redemptionCalls.lookUpScan.answer.parse(body)).toMatchObject({
        success: true,
        scan: {
          ...{ benefit: '20% Discount', customerName: 'Name of customer', siteName: 'Corner shop', currency: 'EUR' },
          ...{ defaultSaleAmount: '100.00', maxSaleAmount: '1000.00', awaitsConfirmation: false },
          ...{ redemptions: { used: 0, most: 3 }, redemptionsOfCustomer: { used: 0, most: 1 } },
        },
      });
    }
    expect(await redemptions()).toEqual([]);
  });

  it('that the site redeems in one step', async () => {
    const kiosk = await shop.openSite('Kiosk', { configuration: { staffRedeemInOneStep: true } });
    for (const { customerToken, isOneStep } of [
      { ...kiosk, isOneStep: true },
      { ...shop.site, isOneStep: false },
    ]) {
      const { redemptionToken } = (await shop.post('customer', '/api/scan', { token: customerToken })).body;
      const { scan } = (await lookUp('staff', { token: redemptionToken })).body;
      expect(scan.redeemsInOneStep).toBe(isOneStep);
    }
  });

  it('that the customer has redeemed it already and staff only confirm', async () => {
    const { redemptionCode } = await scan();
    await shop.post('customer', '/api/redeem', { token: shop.site.customerToken });
    expect((await lookUp('staff', { redemptionCode })).body.scan).toMatchObject({
      awaitsConfirmation: true,
      redemptions: { used: 1 },
    });
  });

  it('why it will be refused', async () => {
    const { redemptionCode, redemptionToken } = await scan();
    expect((await lookUp('stranger', { token: redemptionToken })).body.code).toBe('INVALID_TOKEN');
    await shop.post('staff', '/api/staff/redeem', { redemptionCode });
    expect((await lookUp('staff', { redemptionCode })).body.code).toBe('ALREADY_REDEEMED');
    expect((await lookUp('customer', { redemptionCode })).status).toBe(403);
  });
});

it('counts wrong codes, like redeeming does', async () => {
  for (const letter of 'ABCDE') {
    expect((await lookUp('staff', { redemptionCode: `AAA-AA${letter}` })).body.code).toBe('UNKNOWN_REDEMPTION_CODE');
  }
  const { redemptionCode, redemptionToken } = await scan();
  expect((await lookUp('staff', { redemptionCode })).status).toBe(429);
  expect((await lookUp('staff', { token: redemptionToken })).body.success).toBe(true);
});
