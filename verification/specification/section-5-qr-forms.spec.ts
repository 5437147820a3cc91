import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQrImage } from './testing/qr-image.ts';
import { invalid, wrong } from './testing/refusals.ts';
import { BENEFIT, type Made, openShop, type Shop } from './testing/shop.ts';

/** Rules of the QR dialogs, decided by the server. */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
});
afterAll(() => composed.close());

const create = (fields: object) => shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT, ...fields });
const split = (qr: { readonly id: string }, ...splits: readonly object[]) =>
  shop.owner.send('POST', `${shop.site}/qrs/${qr.id}/split`, {
    splits: splits.map((fields) => ({ name: 'Child', commissionPercent: '1.00', ...fields })),
  });
const sibling = (parent: { readonly id: string }, fields: object = {}) => create({ parentQrId: parent.id, ...fields });
const edit = (qr: { readonly id: string }, fields: object) =>
  shop.owner.send('PUT', `${shop.site}/qrs/${qr.id}`, { name: 'Edited', ...fields });

/** A root at 10 percent with one child at 4 percent, so that 6 percent are available. */
async function family(): Promise<{ readonly root: Made; readonly child: { readonly id: string } }> {
  const root = await shop.make({ commissionPercent: '10.00' });
  const { body } = await split(root, { commissionPercent: '4.00' });
  return { root, child: body.qrs[0] };
}

describe('"Split, sibling and edit require a non-empty trimmed name"', () => {
  const blank = ['', '   ', '\t\n'];

  it.each(blank)('create form, split, sibling and edit refuse %j: Name required', async (name) => {
    const { root, child } = await family();
    const answers = [await create({ name }), await sibling(root, { name }), await edit(child, { name })];
    for (const answer of answers) expect(answer).toMatchObject(invalid('name'));
    expect(await split(root, { name })).toMatchObject(invalid('splits.0.name'));
    expect(answers[0]?.body.issues[0].message).toBe('Name required');
  });

  it('names are stored trimmed', async () => {
    const { root, child } = await family();
    const name = '  Summer  ';
    expect((await create({ name })).body.name).toBe('Summer');
    expect((await sibling(root, { name })).body.name).toBe('Summer');
    expect((await edit(child, { name })).body.name).toBe('Summer');
    expect((await split(root, { name })).body.qrs[0].name).toBe('Summer');
  });
});

// The amounts that are available: command-service/qr/decisions.
it('"For a root the maximum is 100"', async () => {
  const root = await shop.make();
  expect((await edit(root, { commissionPercent: '100' })).body.commissionPercent).toBe('100.00');
  expect(await edit(root, { commissionPercent: '100.01' })).toMatchObject(invalid('commissionPercent'));
});

describe('"Creating with no site selected": a site that is not there', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';

  it('is 404, and a site in the body that differs from the path is 400', async () => {
    const body = { name: 'New', ...BENEFIT };
    expect(await shop.owner.send('POST', `/api/sites/${unknown}/qrs`, body)).toMatchObject({ status: 404 });
    expect(await create({ siteId: unknown })).toMatchObject(invalid('siteId'));
    expect((await create({ siteId: shop.siteId })).status).toBe(201);
  });
});

const wrongQr = (call: 'createQr' | 'editQr', fields: object) => wrong(call, { name: 'New', ...BENEFIT, ...fields });

describe('"Root commission in dialogs: number input 0 to 100, step 0.01"', () => {
  it.each(['0', '0.01', '10', '99.99', '100', '100.00'])('%s is taken', (commissionPercent) => {
    expect(wrongQr('createQr', { commissionPercent })).toEqual([]);
  });

  it.each(['-0.01', '100.01', '10.001', '1e1', '+1', ' 1', '1,5', '', 'NaN', '0x10', 10, null, true])(
    '%j is refused',
    (commissionPercent) => expect(wrongQr('createQr', { commissionPercent })).toEqual(['commissionPercent']),
  );
});

type Case = readonly [row: string, fields: object, path: string];

describe('fields of a QR that are taken', () => {
  it.each([
    ['"Discount percent: 0 to 100, step 0.01": 0', { discountPercent: 0 }],
    ['"Discount percent: 0 to 100, step 0.01": 0.29', { discountPercent: 0.29 }],
    ['"Discount percent: 0 to 100, step 0.01": 100', { discountPercent: 100 }],
    ['"Fixed amount: min 0": 0', { type: 'DISCOUNT_FIXED', discountFixedAmount: 0 }],
    ['"Fixed amount: step 0.01": 4.35', { type: 'DISCOUNT_FIXED', discountFixedAmount: 4.35 }],
    ['"Max redemptions: integer, min 1": 1', { maxRedemptions: 1 }],
    ['"maxRedemptions … empty means unlimited": null', { maxRedemptions: null }],
    ['"External URL must be a URL": https', { externalUrl: 'https://shop.example/a?b=c#d' }],
    ['"External URL must be a URL": http', { externalUrl: 'http://shop.example' }],
    ['"the text reward is sent only for TEXT_REWARD"', { type: 'TEXT_REWARD', textReward: 'Free tea' }],
  ])('%s', (_, fields) => {
    const own = 'type' in fields ? { discountPercent: null } : {};
    expect(wrongQr('createQr', { ...own, ...fields })).toEqual([]);
  });
});

describe('fields of a QR that are refused', () => {
  const cases: readonly Case[] = [
    ['"Discount percent: 0 to 100": -0.01', { discountPercent: -0.01 }, 'discountPercent'],
    ['"Discount percent: 0 to 100": 100.01', { discountPercent: 100.01 }, 'discountPercent'],
    ['"Discount percent: step 0.01": 0.001', { discountPercent: 0.001 }, 'discountPercent'],
    ['"Discount percent": a string', { discountPercent: '20' }, 'discountPercent'],
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
    expect((await sibling(qr)).body.commissionPercent).toBe('1.00');
  });

  it('"generated PNG 400px wide, error correction M, margin 1"', async () => {
    const { qrCodeImage } = (await shop.owner.send('GET', `${shop.site}/qrs/${shop.root.id}/qrcode`)).body;
    const [head, base64 = ''] = qrCodeImage.split(',');
    expect(head).toBe('data:image/png;base64');
    const { width, firstDark, formatInfo } = readQrImage(Buffer.from(base64, 'base64'));
    expect(width).toBe(400);
    expect(firstDark).toMatchObject({ row: firstDark.column, modules: 1 });
    // Level M: the two bits 00 of the format information, after removing its mask 10.
    expect(formatInfo ^ 0b10).toBe(0b00);
  });
});

function fixed(discountFixedAmount: number): object {
  return { type: 'DISCOUNT_FIXED', discountPercent: null, discountFixedAmount };
}
