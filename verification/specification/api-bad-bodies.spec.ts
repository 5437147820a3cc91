import { randomUUID } from 'node:crypto';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { BARE, WRITES, type Writer } from './testing/writes.ts';

/** Unknown fields are refused, no value is coerced, bad input never answers 500 (docs/reference/http-api.md#conventions). */
let composed: ComposedApp;
let shop: Shop;
let redemptionId = '';
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
  const { customerToken: token } = await shop.make();
  ({ redemptionId } = await shop.customer.must('POST', '/api/redeem', { token }));
});
afterAll(() => composed.close());

const fill = (path: string) =>
  path.replace('{site}', shop.site).replace('{qr}', shop.root.id).replace('{redemption}', redemptionId);
const as = (who: Writer): Client => shop[who];

/** Bodies that no call accepts, with the code of the refusal. */
const WHOLE: readonly (readonly [what: string, make: (body: object) => string, code: string])[] = [
  ['no JSON', () => 'name=Shop', 'MALFORMED_BODY'],
  ['cut off', (body) => JSON.stringify(body).slice(0, -1), 'MALFORMED_BODY'],
  ['a trailing comma', (body) => JSON.stringify(body).replace(/}$/, ',}'), 'MALFORMED_BODY'],
  ['NaN as a literal', () => '{"name":NaN}', 'MALFORMED_BODY'],
  ['two documents', (body) => JSON.stringify(body).repeat(2), 'MALFORMED_BODY'],
  ['a raw control character', () => '{"name":"a\u0001b"}', 'MALFORMED_BODY'],
  ['__proto__', (body) => JSON.stringify(body).replace(/^{/, '{"__proto__":{"role":"superadmin"},'), 'MALFORMED_BODY'],
  [
    'constructor.prototype',
    (body) => JSON.stringify(body).replace(/^{/, '{"constructor":{"prototype":{"x":1}},'),
    'MALFORMED_BODY',
  ],
  ['nothing', () => '', 'VALIDATION_FAILED'],
  ['null', () => 'null', 'VALIDATION_FAILED'],
  ['a list', (body) => JSON.stringify([body]), 'VALIDATION_FAILED'],
  ['a text', (body) => JSON.stringify(JSON.stringify(body)), 'VALIDATION_FAILED'],
  ['a number', () => '5', 'VALIDATION_FAILED'],
  ['a number beyond all doubles', () => '1e999', 'VALIDATION_FAILED'],
  ['an unknown field', (body) => JSON.stringify({ ...body, isAdmin: true }), 'VALIDATION_FAILED'],
  ['a field of Object', (body) => JSON.stringify({ ...body, toString: 'x', hasOwnProperty: 1 }), 'VALIDATION_FAILED'],
  ['a known field in capitals', (body) => JSON.stringify({ ...body, NAME: 'x' }), 'VALIDATION_FAILED'],
  ['lists 5,000 deep', () => '['.repeat(5_000) + ']'.repeat(5_000), 'VALIDATION_FAILED'],
  ['objects 5,000 deep', () => `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'VALIDATION_FAILED'],
  ['a value 33 deep', (body) => JSON.stringify({ ...body, x: nested(32) }), 'VALIDATION_FAILED'],
  ['300 kB', (body) => JSON.stringify({ ...body, padding: 'x'.repeat(300_000) }), 'BODY_TOO_LARGE'],
];

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Values of a wrong type: every field refuses them, because no value is coerced. */
const OTHER_TYPES: readonly unknown[] = [
  {},
  { $ne: null },
  { length: 1 },
  [[]],
  ['1'],
  1.5e300,
  -1,
  Symbol.for('flipped'),
];

/** Texts that are hard to store or to compare. A call may accept or refuse them. */
const TEXTS = [
  '1e3',
  '-5',
  'NaN',
  'Infinity',
  '0x10',
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007\u001b[2J',
  '\u202eabc',
  '\ud800',
  '\uffff',
  '💶'.repeat(40),
  'x'.repeat(50_000),
  "' OR 1=1; --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
];

describe.each(WRITES)('%s', (_, who, method, path, body) => {
  const post = (raw: string, headers = {}) => as(who).send(method, fill(path), undefined, { raw, headers });

  it.each(WHOLE)('refuses %s', async (__, make, code) => {
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const { status, body: answer } = await post(make(body), headers);
      expect([status, answer.code]).toEqual([code === 'BODY_TOO_LARGE' ? 413 : 400, code]);
      if (code === 'VALIDATION_FAILED') expect(answer.issues.length).toBeGreaterThan(0);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses a body of %s',
    async (type) => expect(await post(JSON.stringify(body), { 'content-type': type })).toMatchObject({ status: 415 }),
  );

  it.each(Object.keys(body))('coerces nothing into %s', async (field) => {
    for (const other of OTHER_TYPES) {
      const value = typeof other === 'symbol' ? flipped(body[field]) : other;
      const { status, body: answer } = await post(JSON.stringify({ ...body, [field]: value }));
      expect([value, status, answer.code]).toEqual([value, 400, 'VALIDATION_FAILED']);
    }
  });

  it.each(Object.keys(body))('has an answer to any text in %s', async (field) => {
    for (const text of TEXTS) {
      const { status } = await post(JSON.stringify({ ...body, [field]: text }));
      expect([text, status]).toEqual([text, expect.toSatisfy((n: number) => n < 500)]);
    }
  });

  it('takes the last of two fields of one name, as JSON parsers do, and checks that one', async () => {
    // A call without fields accepts no field.
    const [field] = Object.keys(body);
    const twice =
      field === undefined
        ? '{"none":1,"none":{}}'
        : JSON.stringify(body).replace(/}$/, `,${JSON.stringify(field)}:{}}`);
    expect(await post(twice)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  });
});

/** The value in another type, which a coercing validator would convert back. */
function flipped(value: unknown): unknown {
  if (typeof value === 'string') return Number(value) || true;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : '';
}

describe('calls that take no body', () => {
  it.each(BARE)('%s refuses one', async (call) => {
    const [method = '', path = ''] = call.split(' ');
    for (const raw of ['{"force":true}', '["x"]', 'nonsense']) {
      const sent = await shop.owner.send(method, fill(path), undefined, { raw });
      expect([raw, sent.status]).toEqual([raw, 400]);
    }
  });
});

describe('after all of it', () => {
  it('accepted values can be read by every permitted role: no row stops the read models', async () => {
    const { body: qrs } = await shop.owner.send('GET', `${shop.site}/qrs`);
    expect(qrs.length).toBeGreaterThan(10);
    for (const path of ['/api/me/sites', '/api/me/dashboard', '/api/me/export', `${shop.site}/redemptions`]) {
      expect((await shop.owner.send('GET', path)).status).toBe(200);
    }
  });
});
