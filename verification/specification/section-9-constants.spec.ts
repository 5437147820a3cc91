import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { PLANS } from '@perktree/contracts/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQrImage } from './testing/qr-image.ts';
import { invalid } from './testing/refusals.ts';
import { BENEFIT, lastPart, openShop, type Shop } from './testing/shop.ts';

/** Constants of the server. Constants of screens are tested with the screens. */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_pro');
});
afterAll(() => composed.close());

const create = (fields: object) => shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT, ...fields });

describe('"Plan prices per month in EUR: Free 0, Pro 15.99, Ultra 22.5"', () => {
  it('of the plans', () => {
    expect(Object.values(PLANS).map(({ id, price, priceId }) => [id, price, priceId])).toEqual([
      ['free', 0, null],
      ['pro', 15.99, 'price_pro'],
      ['ultra', 22.5, 'price_ultra'],
    ]);
  });

  it.each([
    ['price_pro', 15.99],
    ['price_ultra', 22.5],
  ])('%s is %d at the checkout', async (priceId, price) => {
    const owner = await shop.person(`buyer-${priceId}`, 'business');
    const { url } = await owner.must('POST', '/api/create-subscription', { priceId });
    expect((await owner.must('GET', `/api/offline-checkout/${lastPart(url)}`)).price).toBe(price);
  });
});

describe('"Site configuration defaults"', () => {
  it.each([
    ['"min split 0.50 percent"', { minSplitPercent: '0.50' }],
    ['"max splits per QR 10"', { maxSplitsPerQr: 10 }],
    ['"max total splits unlimited (null)"', { maxTotalSplits: null }],
    ['"QR lifetime 1440 minutes"', { qrMinutesLife: 1440 }],
    ['"sibling commission 1.00"', { commissionPerSiblingQr: '1.00' }],
    ['"max redemptions 3"', { maxRedemptions: 3 }],
    ['"renewal none"', { renewalPolicy: 'none' }],
    ['"distributorCanGenerateChildQrs (default true)"', { distributorCanGenerateChildQrs: true }],
    ['"distributorCanGenerateTopLevelQrs (default true)"', { distributorCanGenerateTopLevelQrs: true }],
    ['"staffCanRedeemWithCode (default true)"', { staffCanRedeemWithCode: true }],
    ['"showBenefitBeforeRedeem (default true)"', { showBenefitBeforeRedeem: true }],
    ['defaultSaleAmount 100.00 (domain 6)', { defaultSaleAmount: '100.00' }],
    ['commissionHoldDays 14, minimumPayout 20.00 (domain 9)', { commissionHoldDays: 14, minimumPayout: '20.00' }],
    ['maxRedemptionsPerCustomer 1 (domain 6)', { maxRedemptionsPerCustomer: 1 }],
    ['topLevelQrsNeedApproval true (domain 7)', { topLevelQrsNeedApproval: true }],
    [
      'selfRedemption confirmed, maxSaleAmount 1000.00 (domain 6)',
      { selfRedemption: 'confirmed', maxSaleAmount: '1000.00' },
    ],
  ])('%s', async (_, defaults) => {
    expect((await shop.owner.send('GET', `${shop.site}/config`)).body).toMatchObject(defaults);
  });

  it('they are at work: the lifetime, the eleventh split, the sibling’s percent', async () => {
    const { body: qr } = await create({ commissionPercent: '50.00' });
    expect(Date.parse(qr.expiresAtUtc) - Date.parse(qr.createdAt)).toBe(1440 * 60_000);
    const splits = Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, commissionPercent: '0.50' }));
    const path = `${shop.site}/qrs/${qr.id}/split`;
    expect((await shop.owner.send('POST', path, { splits })).status).toBe(201);
    expect(await shop.owner.send('POST', path, { splits: splits.slice(0, 1) })).toMatchObject({
      status: 400,
      body: { code: 'TOO_MANY_SPLITS' },
    });
    const beside = await create({ parentQrId: shop.root.id });
    expect(beside.body.commissionPercent).toBe('1.00');
  });
});

describe('"Commission"', () => {
  it('"Minimum child commission 0.1%", where the site asks for less', async () => {
    await shop.configure({ minSplitPercent: '0.00' });
    const split = (commissionPercent: string) =>
      shop.owner.send('POST', `${shop.site}/qrs/${shop.root.id}/split`, { splits: [{ name: 'A', commissionPercent }] });
    expect(await split('0.09')).toMatchObject({ status: 400, body: { code: 'COMMISSION_TOO_LOW' } });
    expect((await split('0.10')).status).toBe(201);
    await shop.configure({ minSplitPercent: '0.50' });
  });

  it('"default root 10%"', async () => expect((await create({})).body.commissionPercent).toBe('10.00'));

  it('"root maximum 100%"', async () => {
    expect((await create({ commissionPercent: '100' })).status).toBe(201);
    expect(await create({ commissionPercent: '100.01' })).toMatchObject(invalid('commissionPercent'));
  });

  it('"discount percent maximum 100"', async () => {
    expect((await create({ discountPercent: 100 })).status).toBe(201);
    expect(await create({ discountPercent: 100.5 })).toMatchObject(invalid('discountPercent'));
  });
});

describe('"Site currencies: EUR, USD, GBP"', () => {
  it('and no other; benefits show the site’s own symbol (domain 13)', async () => {
    const labels = { EUR: '€5 Off', USD: '$5 Off', GBP: '£5 Off' };
    const owner = await shop.person('traveller', 'business');
    const { url } = await owner.must('POST', '/api/create-subscription', { priceId: 'price_ultra' });
    await owner.must('POST', `/api/offline-checkout/${lastPart(url)}/confirm`);
    for (const [currency, benefitDisplay] of Object.entries(labels)) {
      const { id } = await owner.must('POST', '/api/sites', { name: currency, currency });
      const fixed = { name: 'Off', type: 'DISCOUNT_FIXED', discountFixedAmount: 5 };
      expect(await owner.must('POST', `/api/sites/${id}/qrs`, fixed)).toMatchObject({ currency, benefitDisplay });
    }
    expect(await owner.send('POST', '/api/sites', { name: 'A', currency: 'JPY' })).toMatchObject(invalid('currency'));
  });
});

describe('"Tree display depth: three levels"; the tree itself is as deep as 32 (domain 7)', () => {
  it('answers the whole subtree, and refuses the thirty-third level', async () => {
    await shop.configure({ minSplitPercent: '0.10' });
    let { id: parent } = (await create({ commissionPercent: '40.00' })).body;
    const rootId = parent;
    for (let depth = 1; depth <= 32; depth += 1) {
      const splits = [{ name: `Level ${depth}`, commissionPercent: (40 - depth).toFixed(2) }];
      const { body } = await shop.owner.send('POST', `${shop.site}/qrs/${parent}/split`, { splits });
      expect(body.qrs[0].depth).toBe(depth);
      parent = body.qrs[0].id;
    }
    const splits = [{ name: 'Too deep', commissionPercent: '0.50' }];
    expect(await shop.owner.send('POST', `${shop.site}/qrs/${parent}/split`, { splits })).toMatchObject({
      status: 400,
      body: { code: 'TREE_TOO_DEEP' },
    });
    let { children } = (await shop.owner.send('GET', `${shop.site}/qrs/${rootId}/tree`)).body;
    for (let depth = 1; depth <= 32; depth += 1) children = children[0].children;
    expect(children).toEqual([]);
    await shop.configure({ minSplitPercent: '0.50' });
  });
});

describe('"generated PNG 400px wide, error correction M, margin 1"', () => {
  it('is a PNG data URL of the customer link, 400 pixels wide, one module of margin', async () => {
    const { qrCodeImage } = (await shop.owner.send('GET', `${shop.site}/qrs/${shop.root.id}/qrcode`)).body;
    const [head, base64 = ''] = qrCodeImage.split(',');
    expect(head).toBe('data:image/png;base64');
    const { width, firstDark, formatInfo } = readQrImage(Buffer.from(base64, 'base64'));
    expect(width).toBe(400);
    expect(firstDark.row).toBe(firstDark.column);
    expect(firstDark.modules).toBe(1);
    // Level M: the two bits 00 of the format information, after removing its mask 10.
    expect(formatInfo ^ 0b10).toBe(0b00);
  });
});

describe('"Staff code max 7 characters"', () => {
  it('a code is XXX-XXX, of letters and digits that are not mistaken for one another (domain 6)', async () => {
    const { redemptionCode } = await shop.customer.must('POST', '/api/scan', { token: shop.root.customerToken });
    expect(redemptionCode).toMatch(/^[2-9A-HJKMNP-TV-Y]{3}-[2-9A-HJKMNP-TV-Y]{3}$/);
  });
});
