import { randomUUID } from 'node:crypto';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { calls } from '@perktree/contracts/catalogue/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { BENEFIT, openShop, type Shop } from './testing/shop.ts';
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
const OTHER_TYPES: readonly unknown[] = [{}, { $ne: null }, { length: 1 }, [[]], ['1'], 1.5e300, -1];

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

describe('the body of', () => {
  it.each(WRITES)('%s takes objects of its own fields, and coerces no value', (name, _, __, ___, body) => {
    const accepted = (value: unknown) => calls[name].body.safeParse(value).success;
    const whole = [undefined, null, [body], JSON.stringify(body), 5, Infinity, { ...body, isAdmin: true }];
    expect([...whole, { ...body, NAME: 'x' }, { ...body, toString: 'x' }].filter(accepted)).toEqual([]);
    for (const field of Object.keys(body)) {
      const others = [...OTHER_TYPES, flipped(body[field])].map((value) => ({ ...body, [field]: value }));
      expect(others.filter(accepted)).toEqual([]);
    }
  });

  // Proves that the call checks its schema.
  it.each(WRITES)('%s is checked before anything else', async (_, who, method, path, body) => {
    const sent = await as(who).send(method, fill(path), undefined, { raw: JSON.stringify({ ...body, isAdmin: true }) });
    expect([sent.status, sent.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(sent.body.issues.length).toBeGreaterThan(0);
  });
});

/** All calls share the parser. */
describe('the parser of bodies', () => {
  const body = { name: 'New', ...BENEFIT };
  const post = (raw: string, headers = {}) => shop.owner.send('POST', `${shop.site}/qrs`, undefined, { raw, headers });

  it.each(WHOLE)('refuses %s', async (_, make, code) => {
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const { status, body: answer } = await post(make(body), headers);
      expect([status, answer.code]).toEqual([code === 'BODY_TOO_LARGE' ? 413 : 400, code]);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses a body of %s',
    async (type) => expect(await post(JSON.stringify(body), { 'content-type': type })).toMatchObject({ status: 415 }),
  );

  it('has an answer to any text', async () => {
    for (const text of TEXTS) {
      const { status } = await post(JSON.stringify({ ...body, name: text }));
      expect([text, status]).toEqual([text, expect.toSatisfy((n: number) => n < 500)]);
    }
  });

  it('takes the last of two fields of one name, as JSON parsers do, and checks that one', async () => {
    const twice = JSON.stringify(body).replace(/}$/, ',"name":{}}');
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
    const sent = await shop.owner.send(method, fill(path), undefined, { raw: '{"force":true}' });
    expect(sent.status).toBe(400);
  });
});

describe('after all of it', () => {
  it('accepted values can be read by every permitted role: no row stops the read models', async () => {
    const { body: qrs } = await shop.owner.send('GET', `${shop.site}/qrs`);
    expect(qrs.length).toBeGreaterThan(5);
    for (const path of ['/api/me/sites', '/api/me/dashboard', '/api/me/export', `${shop.site}/redemptions`]) {
      expect((await shop.owner.send('GET', path)).status).toBe(200);
    }
  });
});
