import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalid, wrong } from './testing/refusals.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Rules of staff codes, claims and site configurations, decided by the server. */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
});
afterAll(() => composed.close());

describe('"Staff code: trimmed, non-empty, forced upper case, max 7 characters; no other format check"', () => {
  const redeem = (redemptionCode: unknown) => shop.staff.send('POST', '/api/staff/redeem', { redemptionCode });
  let visitors = 0;

  async function openCode(): Promise<string> {
    visitors += 1;
    const visitor = await shop.person(`visitor${visitors}`, 'customer');
    return (await visitor.must('POST', '/api/scan', { token: shop.root.customerToken })).redemptionCode;
  }

  it.each([
    ['as it is', (code: string) => code],
    ['trimmed', (code: string) => `  ${code} `],
    ['forced upper case', (code: string) => code.toLowerCase()],
    ['without the hyphen (domain 6)', (code: string) => code.replace('-', '')],
  ])('a code is taken %s', async (_, typed) => {
    const code = await openCode();
    expect(code).toHaveLength(7);
    expect(await redeem(typed(code))).toMatchObject({ status: 200, body: { success: true } });
    expect(await redeem(code)).toMatchObject({ status: 200, body: { success: false } });
  });

  it.each(['', '   '])('"non-empty": %j is refused', async (code) => {
    expect(await redeem(code)).toMatchObject(invalid('redemptionCode'));
  });

  it.each([null, 123456, true, ['ABC-123'], {}])('%j is no code', (redemptionCode) => {
    expect(wrong('staffRedeem', { redemptionCode })).toContain('redemptionCode');
  });

  it.each(['ABCD-1234', '?', 'ÄÖÜ-ßßß'])(
    '"no other format check": %j is an unknown code, counted like any other',
    async (code) => {
      const clerk = shop.owner;
      const sent = await clerk.send('POST', '/api/staff/redeem', { redemptionCode: code });
      expect(sent).toMatchObject({ status: 200, body: { success: false, code: 'UNKNOWN_REDEMPTION_CODE' } });
    },
  );

  it('a code and a token at once, or neither, is refused', async () => {
    const both = { redemptionCode: 'ABC-123', token: 'x' };
    for (const body of [both, {}]) {
      expect(await shop.staff.send('POST', '/api/staff/redeem', body)).toMatchObject({ status: 400 });
    }
  });
});

describe('"Token extraction": the browser extracts; the server takes a bare token, trimmed', () => {
  it('knows the token alone', async () => {
    const scan = (token: string) => shop.signedOut.send('POST', '/api/scan', { token });
    expect(await scan(` ${shop.root.customerToken} `)).toMatchObject({ status: 200, body: { success: true } });
    expect(await scan(`http://localhost:3000/scan/customer/${shop.root.customerToken}`)).toMatchObject({
      status: 200,
      body: { success: false, code: 'INVALID_TOKEN' },
    });
  });
});

describe('"Site configuration form"', () => {
  const save = (fields: object) =>
    shop.owner.send('PUT', `${shop.site}/config`, { ...DEFAULT_SITE_CONFIGURATION, ...fields });

  it.each([
    ['"site name required": blank', { name: ' ' }],
    ['"QR lifetime minimum 1": 0', { qrMinutesLife: 0 }],
    ['"QR lifetime": a fraction', { qrMinutesLife: 1.5 }],
    ['"QR lifetime": a string', { qrMinutesLife: '60' }],
    ['"max redemptions per QR minimum 1": 0', { maxRedemptions: 0 }],
    ['"max redemptions per QR": null', { maxRedemptions: null }],
    ['"max splits per QR minimum 1": 0', { maxSplitsPerQr: 0 }],
    ['"min split percentage": a number', { minSplitPercent: 0.5 }],
    ['"min split percentage … with two decimals": three', { minSplitPercent: '0.505' }],
    ['"min split percentage": above 100', { minSplitPercent: '100.5' }],
    ['"default sibling commission": 0', { commissionPerSiblingQr: '0.00' }],
    ['"default sibling commission": negative', { commissionPerSiblingQr: '-1.00' }],
    ['"max total splits … otherwise an integer": 1.5', { maxTotalSplits: 1.5 }],
    ['"max total splits": a string', { maxTotalSplits: '' }],
    ['"renewalPolicy (none or auto_reissue_on_expire)": another', { renewalPolicy: 'daily' }],
    ['a switch as a string', { staffCanRedeemWithCode: 'true' }],
    ['commissionHoldDays: not one of the six (domain 9)', { commissionHoldDays: 15 }],
    ['defaultSaleAmount: three decimals (domain 6)', { defaultSaleAmount: '1.005' }],
    ['minimumPayout: negative (domain 9)', { minimumPayout: '-1.00' }],
    ['maxRedemptionsPerCustomer: 0 (domain 6)', { maxRedemptionsPerCustomer: 0 }],
    ['selfRedemption: not one of the three (domain 6)', { selfRedemption: 'sometimes' }],
    ['maxSaleAmount: null (domain 6)', { maxSaleAmount: null }],
  ])('refused: %s', (_, fields) => {
    expect(wrong('configureSite', { ...DEFAULT_SITE_CONFIGURATION, ...fields })).toContain(Object.keys(fields)[0]);
  });

  it.each([
    ['"QR lifetime minimum 1": 1', { qrMinutesLife: 1 }, {}],
    ['"max redemptions per QR minimum 1": 1', { maxRedemptions: 1 }, {}],
    ['"max splits per QR minimum 1": 1', { maxSplitsPerQr: 1 }, {}],
    ['"min split percentage … sent with two decimals"', { minSplitPercent: '10' }, { minSplitPercent: '10.00' }],
    ['"default sibling commission … 50"', { commissionPerSiblingQr: '50.00' }, {}],
    ['"max total splits optional (empty sent as null)"', { maxTotalSplits: null }, {}],
    ['"otherwise an integer"', { maxTotalSplits: 7 }, {}],
    ['"renewalPolicy … auto_reissue_on_expire"', { renewalPolicy: 'auto_reissue_on_expire' }, {}],
  ])('saved: %s', async (_, fields, stored) => {
    expect(await save(fields)).toMatchObject({ status: 200, body: { ...fields, ...stored } });
    expect((await shop.owner.send('GET', `${shop.site}/config`)).body).toMatchObject({ ...fields, ...stored });
    await save({});
  });

  it('a default sale amount above the maximum is refused for both (domain 6)', async () => {
    expect(await save({ defaultSaleAmount: '50.01', maxSaleAmount: '50.00' })).toMatchObject({
      status: 400,
      body: { code: 'DEFAULT_ABOVE_MAXIMUM', issues: [{ path: 'defaultSaleAmount' }, { path: 'maxSaleAmount' }] },
    });
  });

  it('a field that is left out stays (api)', async () => {
    const others = { commissionHoldDays: 30, minimumPayout: '5.00', defaultSaleAmount: '9.90' };
    const { body: before } = await save(others);
    const sent = { ...DEFAULT_SITE_CONFIGURATION, ...others };
    for (const field of Object.keys(sent)) {
      const without = Object.fromEntries(Object.entries(sent).filter(([name]) => name !== field));
      expect((await shop.owner.send('PUT', `${shop.site}/config`, without)).body).toEqual(before);
    }
  });
});

describe('"site name (required) and default currency chosen from EUR, USD, GBP"', () => {
  it.each([
    [{ name: ' ', currency: 'EUR' }, 'name'],
    [{ currency: 'EUR' }, 'name'],
    [{ name: 'Shop' }, 'currency'],
    [{ name: 'Shop', currency: 'CHF' }, 'currency'],
    [{ name: 'Shop', currency: 'eur' }, 'currency'],
  ])('%j is refused for its %s', (body, path) => expect(wrong('createSite', body)).toContain(path));
});
