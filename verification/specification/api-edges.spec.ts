import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './testing/shop.ts';
import { WRITES, type Writer } from './testing/writes.ts';

/** What a contract accepts, its columns hold: the edges of every field never answer 500 (docs/reference/http-api.md#conventions). */
let composed: ComposedApp;
let shop: Shop;
let redemptionId = '';
beforeAll(async () => {
  composed = await startComposedApp({ spendsBudgets: false });
  shop = await openShop(composed.app, 'price_ultra');
  const { customerToken: token } = await shop.make();
  ({ redemptionId } = await shop.customer.must('POST', '/api/redeem', { token }));
});
afterAll(() => composed.close());

const ID = '00000000-0000-4000-8000-000000000000';
/** Calls that a well-formed body changes little, in addition to those of writes.ts. */
const MORE: readonly (readonly [keyof typeof calls, Writer, string, string, Record<string, unknown>])[] = [
  [
    ...(['createApiKey', 'owner', 'POST', '/api/api-keys'] as const),
    { name: 'Till', scopes: ['redeem'], siteIds: null, expiresAt: '2099-01-01T00:00:00Z', ipRanges: ['203.0.113.7'] },
  ],
  ['openDevicePairing', 'owner', 'POST', '{site}/device-pairings', { name: 'Till' }],
  [
    ...(['createWebhookEndpoint', 'owner', 'POST', '/api/webhook-endpoints'] as const),
    { url: 'https://receiver.example/hook', eventTypes: ['*'], siteIds: null },
  ],
  ['blockDistributor', 'owner', 'POST', `{site}/distributors/${ID}/block`, { reason: 'r' }],
  ['noteDispute', 'owner', 'POST', '/api/redemptions/{redemption}/dispute', { action: 'open', text: 't' }],
  ['supportSearch', 'owner', 'POST', '/api/support/search', { q: 'Root' }],
];
const BODIES = [...WRITES, ...MORE];

const TEXTS = ['a\u0000b', '\ud800', '𝕏'.repeat(60), 'é'.repeat(120), '\uffff'.repeat(360)];
const NUMBERS = [
  0,
  0.01,
  1,
  1_000_000,
  5_256_000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  1e308,
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

const callOf = (name: string): Call => (calls as Readonly<Record<string, Call>>)[name] as Call;
const fill = (path: string) =>
  path.replace('{site}', shop.site).replace('{qr}', shop.root.id).replace('{redemption}', redemptionId);

describe('every edge that a body takes', () => {
  it.each(BODIES)('is stored or refused by %s', async (name, who, method, path, body) => {
    const { body: schema } = callOf(name);
    const edges = Object.keys(body)
      // Each right guess of a password ends sessions, and each wrong one counts.
      .filter((field) => !/password|oneTimeCode/i.test(field))
      .map((field) => {
        const isTaken = (edge: unknown) => schema.safeParse({ ...body, [field]: edge }).success;
        return edgesFor(isTaken).map((edge): object => ({ [field]: edge }));
      });
    const faults: unknown[] = [];
    const isStored = async (edged: object) => {
      const { status, body: answer } = await shop[who].send(method, fill(path), { ...body, ...edged });
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
});

it('keeps the network of an address of an API key', async () => {
  const body = {
    name: 'Masked',
    scopes: ['redeem'],
    siteIds: null,
    ipRanges: ['192.168.1.10/24', '2001:db8::1/32', '203.0.113.7'],
  };
  const { id } = await shop.owner.must('POST', '/api/api-keys', body);
  const keys: readonly { id: string; ipRanges: string[] }[] = await shop.owner.must('GET', '/api/api-keys');
  expect(keys.find((key) => key.id === id)?.ipRanges).toEqual(['192.168.1.0/24', '2001:db8::/32', '203.0.113.7/32']);
});

describe('every edge that a query takes', () => {
  const reads = Object.entries(calls as Readonly<Record<string, Call>>).filter(
    ([, { method, query, access }]) =>
      method === 'GET' && 'shape' in (query ?? {}) && !(typeof access === 'object' && 'key' in access),
  );

  it.each(reads)('is answered by %s', async (_, { path, query }) => {
    const url = path
      .replace(':siteId', lastPart(shop.site))
      .replace(':qrId', shop.root.id)
      .replace(':month', '2026-01')
      .replaceAll(/:\w+/g, ID);
    // A long call becomes a file at once (docs/how-to/operate.md#files-of-long-calls).
    const fields = Object.keys((query as unknown as { shape: object }).shape).filter((field) => field !== 'wait');
    const accepted = fields.flatMap((field) => {
      const isTaken = (edge: unknown) => query.safeParse({ [field]: String(edge) }).success;
      return edgesFor((edge) => !Array.isArray(edge) && isTaken(edge)).map((edge) => ({ [field]: String(edge) }));
    });
    const faults: unknown[] = [];
    for (const edged of accepted) {
      const { status, body } = await shop.owner.send('GET', `${url}?${new URLSearchParams(edged)}`);
      if (status === 500) faults.push([edged, body]);
    }
    expect(faults).toEqual([]);
  });
});

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);
