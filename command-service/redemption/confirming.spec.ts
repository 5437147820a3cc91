import { streams } from '@perktree/contracts/catalogue/streams';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestShop } from './testing/shop.ts';

const shop = await createTestShop({ configuration: { selfRedemption: 'confirmed' } });
beforeEach(() => shop.renew());
afterAll(() => shop.close());

const redemptions = async () => (await shop.events(streams.redemptions(shop.site.qrId))).map(({ type }) => type);
const refused = (code: string) => expect.objectContaining({ success: false, code });
const scan = async () => (await shop.post('customer', '/api/scan', { token: shop.site.customerToken })).body;
const redeem = () => shop.post('customer', '/api/redeem', { token: shop.site.customerToken });
const confirm = (user: string, body: object, headers = {}) => shop.post(user, '/api/staff/redeem', body, headers);

describe('the customer redeems and staff confirm', () => {
  it.each(['redemptionCode', 'redemptionToken'])('by the same %s, with the sale amount', async (secret) => {
    const opened = await scan();
    expect((await redeem()).body).toMatchObject({ success: true, awaitsConfirmation: true });
    const shown = await scan();
    expect(shown).toMatchObject({ scanId: opened.scanId, awaitsConfirmation: true, [secret]: opened[secret] });
    expect((await redeem()).body).toEqual(refused('ALREADY_REDEEMED'));

    const by = secret === 'redemptionCode' ? { redemptionCode: opened[secret] } : { token: opened[secret] };
    const { status, body } = await confirm('staff', { ...by, saleAmount: '50.00' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      redemption: { benefit: '20% Discount', customerName: 'Name of customer', saleAmount: '50.00' },
    });
    expect(await redemptions()).toEqual(['BenefitRedeemed', 'RedemptionConfirmed']);
    const [redeemed, confirmed] = await shop.events(streams.redemptions(shop.site.qrId));
    // An entry keeps the id of the share that waited.
    const ids = (shares: readonly { readonly entryId: string }[] | undefined) => shares?.map(({ entryId }) => entryId);
    const waiting = redeemed?.type === 'BenefitRedeemed' ? redeemed.data.awaitsConfirmation?.shares : [];
    expect(ids(confirmed?.type === 'RedemptionConfirmed' ? confirmed.data.shares : [])).toEqual(ids(waiting));

    expect(await scan()).not.toHaveProperty('redemptionCode');
    expect((await confirm('colleague', by)).body).toEqual(refused('ALREADY_REDEEMED'));
  });

  it('takes no more of the plan than the redemption did', async () => {
    const free = await createTestShop({ configuration: { selfRedemption: 'confirmed' }, plan: 'pro' });
    const { body } = await free.post('customer', '/api/scan', { token: free.site.customerToken });
    await free.post('customer', '/api/redeem', { token: free.site.customerToken });
    const [created] = await free.events(streams.site(free.site.siteId));
    const stream = streams.subscription(created?.type === 'SiteCreated' ? created.data.tenantId : '');
    const before = (await free.events(stream)).length;
    expect((await free.post('staff', '/api/staff/redeem', { token: body.redemptionToken })).body.success).toBe(true);
    expect((await free.events(stream)).length).toBe(before);
    await free.close();
  });
});

it('tells staff about the customer, not about themselves', async () => {
  const first = await scan();
  await confirm('staff', { redemptionCode: first.redemptionCode });
  const two = await createTestShop({ configuration: { maxRedemptionsPerCustomer: 2 } });
  const at = { token: two.site.customerToken };
  await two.post('customer', '/api/scan', at);
  await two.post('customer', '/api/redeem', at);
  const { body: second } = await two.post('customer', '/api/scan', at);
  const [created] = await two.events(streams.site(two.site.siteId));
  if (created?.type !== 'SiteCreated') throw new Error('no site');
  const { siteId, tenantId, name, configuration } = created.data;
  const one = { ...configuration, maxRedemptionsPerCustomer: 1 };
  await two.happen(streams.site(siteId), {
    type: 'SiteConfigured',
    data: { siteId, tenantId, name, configuration: one },
  });
  const { body } = await two.post('staff', '/api/staff/redeem', { redemptionCode: second.redemptionCode });
  expect(body).toMatchObject({
    success: false,
    code: 'LIMIT_OF_CUSTOMER_REACHED',
    message: 'This customer has reached the redemption limit of this offer.',
  });
  await two.close();
});
