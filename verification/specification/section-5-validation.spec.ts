import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { wrong } from './testing/refusals.ts';
import { openShop } from './testing/shop.ts';

/** Rules of staff codes, claims and site configurations, decided by the server. */

const composed = await startComposedApp();
const shop = await openShop(composed.app, 'price_ultra');
afterAll(() => composed.close());

// Codes in any spelling, and those that are none: command-service/redemption.
describe('"Staff code: non-empty", and a code or a token', () => {
  const token = 'x';
  it.each(['', '   ', null, 123456, true, ['ABC-123'], {}])('%j is no code', (redemptionCode) => {
    expect(wrong('staffRedeem', { redemptionCode })).toContain('redemptionCode');
  });

  it('both at once, or neither, are refused', () => {
    const taken = [{ redemptionCode: 'ABC-123', token }, {}, { token }].map(
      (body) => wrong('staffRedeem', body).length,
    );
    expect(taken).toEqual([1, 1, 0]);
  });
});

it('"Token extraction": the browser extracts; the server takes a bare token, trimmed', async () => {
  const scan = (token: string) => shop.signedOut.must('POST', '/api/scan', { token });
  expect(await scan(` ${shop.root.customerToken} `)).toMatchObject({ success: true });
  expect(await scan(`http://localhost:3000/scan/customer/${shop.root.customerToken}`)).toMatchObject({
    code: 'INVALID_TOKEN',
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

  it('saved, with percents of two decimals', async () => {
    const least = { qrMinutesLife: 1, maxRedemptions: 1, maxSplitsPerQr: 1, maxTotalSplits: 7 };
    const others = { commissionPerSiblingQr: '50.00', renewalPolicy: 'auto_reissue_on_expire' };
    const saved = { ...least, ...others, minSplitPercent: '10.00' };
    expect(await save({ ...saved, minSplitPercent: '10' })).toMatchObject({ status: 200, body: saved });
    expect(await shop.owner.must('GET', `${shop.site}/config`)).toMatchObject(saved);
    expect((await save({ maxTotalSplits: null })).body).toMatchObject({ maxTotalSplits: null });
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
