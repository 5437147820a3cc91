import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, describe, expect, it } from 'vitest';
import { invalid, wrong } from './testing/refusals.ts';
import { BENEFIT, openShop } from './testing/shop.ts';

/** Rules of the QR dialogs, decided by the server. */

const composed = await startComposedApp();
const shop = await openShop(composed.app, 'price_ultra');
afterAll(() => composed.close());

const create = (fields: object) => shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT, ...fields });
const wrongQr = (call: 'createQr' | 'editQr', fields: object) => wrong(call, { name: 'New', ...BENEFIT, ...fields });

describe('"Split, sibling and edit require a non-empty trimmed name"', () => {
  it.each(['', '   ', '\t\n'])('create form, sibling, split and edit refuse %j: Name required', async (name) => {
    for (const call of ['createQr', 'editQr'] as const) expect(wrongQr(call, { name })).toEqual(['name']);
    expect(wrong('splitQr', { splits: [{ name, commissionPercent: '1.00' }] })).toEqual(['splits.0.name']);
    expect((await create({ name })).body.issues).toMatchObject([{ path: 'name', message: 'Name required' }]);
  });

  it('names are stored trimmed', async () => {
    const [root, name] = [await shop.make(), '  Summer  '];
    const path = `${shop.site}/qrs/${root.id}`;
    const splits = [{ name, commissionPercent: '1.00' }];
    const stored = [
      (await create({ name })).body,
      (await create({ name, parentQrId: root.id })).body,
      (await shop.owner.must('POST', `${path}/split`, { splits })).qrs[0],
      await shop.owner.must('PUT', path, { name }),
    ];
    expect(stored.map((qr) => qr.name)).toEqual(Array(4).fill('Summer'));
  });
});

it('a site in the body that differs from the path is refused', async () => {
  expect(await create({ siteId: '00000000-0000-4000-8000-000000000000' })).toMatchObject(invalid('siteId'));
  expect((await create({ siteId: shop.siteId })).status).toBe(201);
});

type Case = readonly [row: string, fields: object, path: string];

describe('fields of a QR that are taken', () => {
  it.each([
    ['"Discount percent: 0 to 100, step 0.01": 0', { discountPercent: 0 }],
    ['"Discount percent: 0 to 100, step 0.01": 100', { discountPercent: 100 }],
    ['"Fixed amount: min 0": 0', { type: 'DISCOUNT_FIXED', discountFixedAmount: 0 }],
    ['"Fixed amount: step 0.01": 4.35', { type: 'DISCOUNT_FIXED', discountFixedAmount: 4.35 }],
    ['"Max redemptions: integer, min 1": 1', { maxRedemptions: 1 }],
    ['"maxRedemptions … empty means unlimited": null', { maxRedemptions: null }],
    ['"External URL must be a URL": https', { externalUrl: 'https://shop.example/a?b=c#d' }],
    ['"External URL must be a URL": http', { externalUrl: 'http://shop.example' }],
  ])('%s', (_, fields) => {
    const own = 'type' in fields ? { discountPercent: null } : {};
    expect(wrongQr('createQr', { ...own, ...fields })).toEqual([]);
  });
});

describe('fields of a QR that are refused', () => {
  const cases: readonly Case[] = [
    ['"Root commission: 0 to 100": 100.01', { commissionPercent: '100.01' }, 'commissionPercent'],
    ['"Discount percent: 0 to 100": 100.01', { discountPercent: 100.01 }, 'discountPercent'],
    ['"Fixed amount: min 0": -1', fixed(-1), 'discountFixedAmount'],
    ['"Fixed amount: step 0.01": 0.005', fixed(0.005), 'discountFixedAmount'],
    ['"Max redemptions: integer": 1.5', { maxRedemptions: 1.5 }, 'maxRedemptions'],
    ['"Max redemptions: min 1": 0', { maxRedemptions: 0 }, 'maxRedemptions'],
    ['"Max redemptions: integer": "3"', { maxRedemptions: '3' }, 'maxRedemptions'],
    ['"External URL must be a URL": a word', { externalUrl: 'shop' }, 'externalUrl'],
    ['"External URL": http or https alone (domain 3)', { externalUrl: 'javascript:alert(1)' }, 'externalUrl'],
    ['"External URL": no control characters', { externalUrl: 'https://shop.example/\u0000' }, 'externalUrl'],
    ['"Name": no half of a character', { name: 'half \ud800' }, 'name'],
    ['"Only the field matching the chosen benefit type": a second one', { textReward: 'Tea' }, 'textReward'],
    ['"Only the field matching the chosen benefit type": none', { discountPercent: null }, 'discountPercent'],
    ['"type": an unknown one', { type: 'CASH' }, 'type'],
    ['"the text reward": blank', { type: 'TEXT_REWARD', discountPercent: null, textReward: '  ' }, 'textReward'],
    ['"the text reward": a NUL', { type: 'TEXT_REWARD', discountPercent: null, textReward: 'a\u0000' }, 'textReward'],
  ];

  it.each(cases)('%s', (row, fields, path) => {
    expect(wrongQr('createQr', fields)).toContain(path);
    // An edit that changes the type is decided on what is there: change-qr.spec.ts.
    if (!row.includes('Only the field')) expect(wrongQr('editQr', fields)).toContain(path);
  });
});

describe('a QR without further fields', () => {
  it('is a root of 10 percent that lives as long as its site says', async () => {
    const { body: qr } = await create({});
    expect(qr.commissionPercent).toBe('10.00');
    expect(Date.parse(qr.expiresAtUtc) - Date.parse(qr.createdAt)).toBe(1440 * 60_000);
    const { body: beside } = await create({ parentQrId: qr.id });
    expect(beside).toMatchObject({ parentQrId: qr.id, depth: 1, commissionPercent: '1.00', isClaimed: false });
  });
});

function fixed(discountFixedAmount: number): object {
  return { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount };
}
