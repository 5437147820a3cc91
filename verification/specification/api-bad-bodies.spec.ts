import { randomUUID } from 'node:crypto';
import { CALLS_IN_ORDER } from '@perktree/apps/standalone/testing/authorization-cells';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { mayCall, openTwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { type Call, errorAnswer, problemAnswer } from '@perktree/contracts/kernel/call';
import { REFUSALS, type RefusalCode } from '@perktree/contracts/kernel/refusals';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

type CallName = keyof typeof allCalls;

/**
 * Unknown fields are refused, no value is coerced, and what a contract accepts, its columns hold: no body or query answers 500
 * (docs/reference/http-api.md#conventions).
 */
const composed = await useComposedApp({ spendsBudgets: false });
const { people, things } = await openTwoBusinesses(composed);
const signedOut = new Visitor(composed.app, 'signed-out');

const callOf = (name: CallName): Call => allCalls[name];
const fieldsOf = (schema: unknown): readonly string[] =>
  Object.keys((schema as { shape?: object } | null)?.shape ?? {});
const WITH_BODY = CALLS_IN_ORDER.filter((name) => callOf(name).body);
const WITHOUT = CALLS_IN_ORDER.filter((name) => callOf(name).method !== 'GET' && !callOf(name).body);
const WITH_QUERY = CALLS_IN_ORDER.filter(
  (name) => callOf(name).method === 'GET' && fieldsOf(callOf(name).query).length,
);

/** A refusal has the fields of refusals alone, and the status of its code. */
function assertFits(path: string, status: number, body: { code?: string } | null): void {
  if (status < 400 || (body && 'success' in body)) return;
  z.strictObject((path.startsWith(V1_PATH) ? problemAnswer : errorAnswer).shape).parse(body);
  expect([body?.code, status]).toEqual([body?.code, REFUSALS[body?.code as RefusalCode]?.[0]]);
}

/** Sends a call about the first business, by a person who may make it. */
async function send(name: CallName, body?: object, more?: Readonly<Record<string, string>>) {
  const { method, path, access } = callOf(name);
  const { params = {}, query } = REQUESTS[name](things.a);
  const asked = new URLSearchParams({ ...query, ...more }).toString();
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '') + (asked && `?${asked}`);
  const may = Object.values(people).filter((person) =>
    typeof access === 'string' ? person.roles.length > 0 : mayCall(person, access),
  );
  const visitor = access === 'anyone' ? signedOut : may.find(({ side }) => side !== 'b')?.visitor;
  const answer = await visitor?.call(method, url, body);
  if (answer === undefined) throw new Error(`no caller of ${name}`);
  assertFits(path, answer.status, answer.body);
  return answer;
}

const bodyOf = (name: CallName) => REQUESTS[name](things.a).body as Readonly<Record<string, unknown>>;
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Bodies that no call accepts, with the code of the refusal. */
const WHOLE: readonly (readonly [what: string, make: (body: object) => string | Buffer, code: string])[] = [
  ['no JSON', () => 'name=Shop', 'MALFORMED_BODY'],
  ['__proto__', (body) => JSON.stringify(body).replace(/^{/, '{"__proto__":{"role":"superadmin"},'), 'MALFORMED_BODY'],
  [
    'constructor.prototype',
    (body) => JSON.stringify(body).replace(/^{/, '{"constructor":{"prototype":{"x":1}},'),
    'MALFORMED_BODY',
  ],
  ['Latin-1', (body) => Buffer.from(JSON.stringify({ ...body, name: 'Café' }), 'latin1'), 'MALFORMED_BODY'],
  ['nothing', () => '', 'VALIDATION_FAILED'],
  ['null', () => 'null', 'VALIDATION_FAILED'],
  ['a list', (body) => JSON.stringify([body]), 'VALIDATION_FAILED'],
  ['a number beyond all doubles', () => '1e999', 'VALIDATION_FAILED'],
  ['an unknown field', (body) => JSON.stringify({ ...body, isAdmin: true }), 'VALIDATION_FAILED'],
  // JSON parsers take the last of two fields of one name.
  ['a field twice', (body) => JSON.stringify(body).replace(/^{("[^"]+":)/, '{$1null,$1'), 'VALIDATION_FAILED'],
  ['lists 5,000 deep', () => '['.repeat(5_000) + ']'.repeat(5_000), 'VALIDATION_FAILED'],
  ['objects 5,000 deep', () => `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'VALIDATION_FAILED'],
  ['a value 33 deep', (body) => JSON.stringify({ ...body, x: nested(32) }), 'VALIDATION_FAILED'],
  ['300 kB', (body) => JSON.stringify({ ...body, padding: 'x'.repeat(300_000) }), 'BODY_TOO_LARGE'],
];

/** All calls share the parser. */
describe('the parser of bodies', () => {
  const post = async (payload: string | Buffer, more: object) => {
    const url = `/api/sites/${things.a.siteId}/qrs`;
    const headers = { ...people['owner-a']?.visitor.headers, 'content-type': 'application/json', ...more };
    const answer = await composed.app.inject({ method: 'POST', url, payload, headers });
    assertFits(url, answer.statusCode, answer.json());
    return [answer.statusCode, answer.json().code];
  };

  it.each(WHOLE)('refuses %s', async (_, make, code) => {
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const expected = [code === 'BODY_TOO_LARGE' ? 413 : 400, code];
      expect(await post(make(bodyOf('createQr')), headers)).toEqual(expected);
    }
  });

  it('names the field that stands twice, also in another one and escaped, and takes one name in two objects', async () => {
    const url = `/api/sites/${things.a.siteId}/qrs/tree`;
    const headers = { ...people['owner-a']?.visitor.headers, 'content-type': 'application/json' };
    const check = (payload: string) => composed.app.inject({ method: 'POST', url, headers, payload });
    const qr = '{"name":"A: \\"x\\"","type":"TEXT_REWARD","textReward":"Tea"';
    const twice = await check(`{ "checkOnly" : true, "qrs" : [ ${qr} , "parent":null , "n\\u0061me" : "B" } ] }`);
    expect([twice.statusCode, twice.json().issues]).toMatchObject([400, [{ path: 'name', code: 'FIELD_TWICE' }]]);
    const both = `${qr},"parent":null},${qr},"parent":0,"commissionPercent":"0.50"}`;
    expect((await check(`{"checkOnly":true,"qrs":[${both}]}`)).statusCode).toBe(201);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses a body of %s',
    async (type) => expect((await post(JSON.stringify(bodyOf('createQr')), { 'content-type': type }))[0]).toBe(415),
  );
});

/** Values of a wrong type, and pairs that a coercing validator would take for the same. */
const OTHER_TYPES = [{ $ne: null }, { length: 1 }, [[]], [1], 1.5e300, -1];
const SAME = [
  ...[[1, '1'] as const, [true, 'true'] as const, [10, '10.00'] as const],
  ...[[1, '2026-03-01'] as const, [1, '2026-03-01T12:00:00.000Z'] as const],
];

describe('the body of', () => {
  it.each(WITH_BODY)('%s takes objects of its own fields, and coerces no value', (name) => {
    const { body: schema } = allCalls[name] as Call;
    const body = bodyOf(name);
    const accepted = (value: unknown) => schema.safeParse(value).success;
    const whole = [undefined, null, [body], JSON.stringify(body), 5, Infinity, { ...body, isAdmin: true }];
    expect([...whole, { ...body, NAME: 'x' }, { ...body, toString: 'x' }].filter(accepted)).toEqual([]);
    // A position may be a number or a text.
    for (const field of fieldsOf(schema).filter((one) => one !== 'fromPosition')) {
      const takes = (value: unknown) => accepted({ ...body, [field]: value });
      expect([field, OTHER_TYPES.filter(takes), SAME.filter((pair) => pair.every(takes))]).toEqual([field, [], []]);
    }
  });

  // Proves that the call checks its schema.
  it.each(WITH_BODY)('%s is checked before anything else', async (name) => {
    const { status, body } = await send(name, { ...bodyOf(name), isAdmin: true });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.issues.length).toBeGreaterThan(0);
  });
});

it.each(WITHOUT)('a call that takes no body %s refuses one', async (name) =>
  expect((await send(name, { force: true })).status).toBe(400),
);

const ID = '00000000-0000-4000-8000-000000000000';
const TEXTS = ['a\u0000b', '\ud800', '𝕏'.repeat(60), 'é'.repeat(120), '\uffff'.repeat(360)];
const NUMBERS = [
  ...[0, 0.01, 1, 1_000_000, 5_256_000, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308],
  -(2 ** 31) - 1,
];
const DECIMALS = ['0', '0.01', '99.99', '100.00', '9999999.99', '10000000', '99999999999999999999.99', '1e9'];
const TIMES = [
  ...['0000-01-01', '0001-01-01', '9999-12-31', '2023-02-29', '+010000-01-01'],
  ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2024-02-29T23:59:60Z', '2024-02-29T24:00:00Z'],
];
const NETWORKS = [
  ...['192.168.1.10/24', '10.0.0.1/0', '255.255.255.255/32', '0.0.0.0/0', '010.0.0.1', '1.2.3.4/33'],
  ...['2001:db8::1/32', '::/0', '::1/128', '::ffff:192.0.2.1', '::ffff:192.0.2.1/100', 'fe80::1%eth0', '1::/129'],
];
const IDS = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000', ID.toUpperCase()];
const ADDRESSES = [
  `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
  'https://a.example/\u0000',
  `https://a.example/${'é'.repeat(900)}`,
];
const EDGES: readonly unknown[] = [
  ...[...TEXTS, ...DECIMALS, ...TIMES, ...NETWORKS, ...IDS, ...ADDRESSES, ...NUMBERS],
  ...[...NETWORKS, ...IDS].map((one) => [one]),
];

/** A field that takes any text gets the texts alone: a date is no edge of it. */
const edgesFor = (isTaken: (edge: unknown) => boolean) => (isTaken('é') ? TEXTS : EDGES).filter(isTaken);

it.each(WITH_QUERY)('every edge that a query takes is answered by %s', async (name) => {
  const query = callOf(name).query as NonNullable<Call['query']>;
  const faults: unknown[] = [];
  // A long call becomes a file at once (docs/how-to/operate.md#files-of-long-calls).
  for (const field of fieldsOf(query).filter((one) => one !== 'wait')) {
    const isTaken = (edge: unknown) =>
      !Array.isArray(edge) && query.safeParse({ ...REQUESTS[name](things.a).query, [field]: String(edge) }).success;
    for (const edge of edgesFor(isTaken)) {
      const { status, body } = await send(name, undefined, { [field]: String(edge) });
      if (status === 500) faults.push([field, edge, body]);
    }
  }
  expect(faults).toEqual([]);
});

it.each(WITH_BODY)('every edge that a body takes is stored or refused by %s', async (name) => {
  const { body: schema } = callOf(name);
  const body = bodyOf(name);
  const edges = fieldsOf(schema)
    // Each right guess of a password ends sessions, and each wrong one counts.
    .filter((field) => !/password|oneTimeCode/i.test(field))
    .map((field) => {
      const isTaken = (edge: unknown) => schema.safeParse({ ...body, [field]: edge }).success;
      return edgesFor(isTaken).map((edge): object => ({ [field]: edge }));
    });
  const faults: unknown[] = [];
  const isStored = async (edged: object) => {
    const { status, body: answer } = await send(name, { ...body, ...edged });
    if (status === 500) faults.push([edged, answer]);
    return status < 400;
  };
  for (let n = 0; n < Math.max(0, ...edges.map(({ length }) => length)); n += 1) {
    const nth = edges.flatMap((ofField) => ofField[n] ?? []);
    // Those of all fields at once, and each alone where one is refused.
    if (nth.length > 1 && (await isStored(Object.assign({}, ...nth)))) continue;
    for (const edge of nth) await isStored(edge);
  }
  expect(faults).toEqual([]);
});
