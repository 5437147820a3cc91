import { streams } from '@perktree/contracts/catalogue/streams';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop();
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const scan = async () => (await shop.post('customer', '/api/scan', { token: shop.site.customerToken })).body;
const redemptions = () => shop.events(streams.redemptions(shop.site.qrId));
const correct = (user: string, redemptionId: string, saleAmount: string | null) =>
  shop.post(user, `/api/staff/redemptions/${redemptionId}/correct`, { saleAmount, reason: 'Mistyped' });

async function redeemed(saleAmount = '100.00'): Promise<string> {
  const { redemptionCode } = await scan();
  const { body } = await shop.post('staff', '/api/staff/redeem', { redemptionCode, saleAmount });
  return body.redemption.id;
}

describe('the member of staff who confirmed', () => {
  it('lowers the sale amount', async () => {
    const id = await redeemed();
    expect(await correct('staff', id, '12.50')).toMatchObject({
      status: 200,
      body: { redemptionId: id, amount: '87.50', whole: false },
    });
    expect((await redemptions()).at(-1)).toMatchObject({ type: 'RedemptionReversed', data: { slotFreed: false } });
    const [stored] = (await shop.store.readStream(streams.redemptions(shop.site.qrId))).slice(-1);
    expect(stored?.metadata).toMatchObject({ actor: { id: 'staff', role: 'staff' }, commandName: 'CorrectRedemption' });
  });

  it('undoes it, and the customer redeems again with a new code', async () => {
    const id = await redeemed();
    expect((await correct('staff', id, null)).body).toMatchObject({ amount: '100.00', whole: true });
    expect((await correct('staff', id, null)).body).toMatchObject({ code: 'ALREADY_REVERSED' });
    const again = await redeemed('3.00');
    expect(again).not.toBe(id);
    expect((await redemptions()).map(({ type }) => type)).toEqual([
      'BenefitRedeemed',
      'RedemptionReversed',
      'BenefitRedeemed',
    ]);
  });
});

it.each([
  ['colleague', 403, 'CONFIRMED_BY_OTHERS'],
  ['owner', 403, 'CONFIRMED_BY_OTHERS'],
  ['stranger', 404, 'REDEMPTION_NOT_FOUND'],
  ['customer', 403, 'NOT_ALLOWED'],
])('%s does not change it', async (user, status, code) => {
  const id = await redeemed();
  expect(await correct(user, id, null)).toMatchObject({ status, body: { code } });
});
