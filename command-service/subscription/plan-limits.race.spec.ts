import { MAX_OWN_ROOTS } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const service = await startWholeService({ processes: 3 });
afterAll(() => service.stop());

const many = (count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
const stored = async (type: string, tenantId: string) =>
  (await service.events()).filter(
    (event) => event.type === type && 'tenantId' in event.data && event.data.tenantId === tenantId,
  ).length;

describe('on the Free plan, with calls at once to three processes', () => {
  it('roots, splits and siblings together leave 3 QRs at most, and a split is made whole or not at all', async () => {
    const owner = ownerOf('many of all kinds');
    const site = await openSite(service, owner);
    const { body: root } = await createRoot(service, owner, site);
    const splits = [
      { name: 'Left', commissionPercent: '0.50' },
      { name: 'Right', commissionPercent: '0.50' },
    ];
    const offer = { name: 'Beside', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '0.50' };
    await many(30, (n) => {
      if (n % 3 === 0) return createRoot(service, owner, site);
      if (n % 3 === 1) return service.call(owner, 'POST', `${site}/qrs/${root.id}/split`, { splits });
      return service.call(owner, 'POST', `${site}/qrs`, { ...offer, parentQrId: root.id });
    });
    // A split that held two places and was refused after all leaves room; then there is room for one more.
    while ((await createRoot(service, owner, site)).status === 201);
    const made = {
      root: await stored('RootQrCreated', owner.tenantId),
      split: await stored('QrSplit', owner.tenantId),
    };
    expect(made.root + made.split * 2 + (await stored('SiblingQrCreated', owner.tenantId))).toBe(3);
  });

  it('the 51st redemption of a month is refused under concurrency, over all QRs', async () => {
    const owner = ownerOf('many redemptions');
    const site = await openSite(service, owner, { maxRedemptionsPerCustomer: null });
    const tokens: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await createRoot(service, owner, site, { maxRedemptions: null });
      tokens.push((await tokensOf(service, body.id)).customer);
    }
    const redeem = (customer: string, token: string | undefined) =>
      service.call(person(customer, 'customer'), 'POST', '/api/redeem', { token });
    // 20 customers at all three QRs, each of them twice at once.
    const answers = await many(120, (n) => redeem(`customer ${n % 20}`, tokens[Math.floor(n / 20) % 3]));
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(50);
    expect(await stored('BenefitRedeemed', owner.tenantId)).toBe(50);
    expect(await redeem('customer 51', tokens[0])).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', message: expect.stringMatching(/Free.*50 redemptions a month.*51/) },
    });
    // At the counter before staff enter an amount.
    const { body: scan } = await service.call(person('at the counter', 'customer'), 'POST', '/api/scan', {
      token: tokens[0],
    });
    const lookUp = () => service.call(owner, 'POST', '/api/staff/look-up', { token: scan.redemptionToken });
    expect(await lookUp()).toMatchObject({ status: 402, body: { code: 'PLAN_LIMIT_REACHED' } });
    service.now = new Date('2026-06-01T00:00:00.000Z');
    const { body: root } = await createRoot(service, owner, site);
    expect((await redeem('customer 51', (await tokensOf(service, root.id)).customer)).body.success).toBe(true);
    service.now = new Date('2026-05-10T10:00:00.000Z');
  });
});

it('distributors have as many open roots on a site as they may, also at once', async () => {
  const owner = ownerOf('roots');
  const dora = person('dora', 'distributor', 'customer');
  await upgrade(service, owner, 'ultra');
  const site = await openSite(service, owner, { topLevelQrsNeedApproval: true });
  const offer = { maxRedemptions: 5 };
  const { body: root } = await createRoot(service, owner, site, offer);
  await service.call(dora, 'POST', '/api/claim-qr', { token: (await tokensOf(service, root.id)).distributor });
  const own = { ...{ name: 'Own', type: 'DISCOUNT_PERCENT', discountPercent: 20 }, ...offer };
  const create = () => service.call(dora, 'POST', `${site}/qrs`, own);
  const answers = await many(2 * MAX_OWN_ROOTS, create);
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(MAX_OWN_ROOTS);
  expect(answers.filter(({ body }) => body.code === 'TOO_MANY_OWN_ROOTS')).toHaveLength(MAX_OWN_ROOTS);
  await service.call(owner, 'POST', `${site}/qrs/${made[0]?.body.id}/decline`);
  expect((await create()).status).toBe(201);
  expect((await create()).status).toBe(409);
});
