import { randomUUID } from 'node:crypto';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Access, Call } from '@perktree/contracts/kernel/call';
import { KEY_SCOPES } from '@perktree/contracts/kernel/scopes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { BENEFIT, openShop, type Shop } from './testing/shop.ts';

/** The conventions of all calls (docs/reference/http-api.md#conventions). */
let composed: ComposedApp;
let shop: Shop;
let superadmin: Client;
/** A key of the shop's owner with every scope, as its header. */
let authorization: string;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
  superadmin = await shop.person('superadmin', 'customer');
  await composed.identity.grantSuperadmin(superadmin.email);
  const key = { name: 'Every scope', scopes: KEY_SCOPES, siteIds: null };
  authorization = `Bearer ${(await shop.owner.must('POST', '/api/api-keys', key)).key}`;
});
afterAll(() => composed.close());

/** A client that may make the call. */
function clientFor(access: Call['access']): Client {
  if (!Array.isArray(access) || access.includes('site_owner')) return shop.owner;
  if (access.includes('distributor')) return shop.distributor;
  return access.includes('staff') ? shop.staff : superadmin;
}

const catalogue = Object.entries(calls) as [string, Call][];
const writes = catalogue.filter(([, { method }]) => method !== 'GET');
/** Refusals with status 400 of a token or body that cannot be one. */
const ODD_BODIES = ['VALIDATION_FAILED', 'INVITATION_INVALID', 'DEVICE_PAIRING_INVALID'];
const isForKeys = (access: Access) => typeof access === 'object' && 'key' in access;
const headersFor = (access: Access): Record<string, string> => (isForKeys(access) ? { authorization } : {});
const anywhere = (path: string) => path.replaceAll(/:\w+/g, randomUUID());
it('an unknown path answers 404 in the same shape', async () => {
  for (const path of ['/api/none', '/api/sites/%', '/api/scan-info/customer', '/api/sites//qrs']) {
    const { status, body } = await shop.owner.send('GET', path);
    expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});

describe('"404 not there or not yours to know of": a path parameter that cannot be one', () => {
  const odd = ['%00', 'a%00b', '%20', '1', "'%20OR%201=1", '..%2f..%2fetc', 'x'.repeat(5_000), '%F0%9F%92%B6', '%ff'];
  const withParams = catalogue.filter(([, { path }]) => path.includes(':'));

  async function expectNotThere({ method, path, access }: Call, value: string): Promise<void> {
    const sent = path.replaceAll(/:\w+/g, value);
    const { status, body } = await clientFor(access).send(method, sent, undefined, { headers: headersFor(access) });
    const refusedBody = status === 400 && ODD_BODIES.includes(body.code);
    expect([value, status, status === 404 || refusedBody, body.code]).toEqual([value, status, true, body.code]);
  }

  it.each(withParams)('%s', (_, call) => expectNotThere(call, '__proto__'));

  it.each(odd)('%s', async (value) => {
    for (const call of [calls.siteConfiguration, calls.editQr, calls.customerScanInfo, calls.acceptInvitation]) {
      await expectNotThere(call, value);
    }
  });
});

describe('"Unknown fields … are refused", in a query too', () => {
  it.each(catalogue.filter(([, call]) => call.method === 'GET' && !call.path.includes(':')))(
    '%s',
    async (_, { path, access }) => {
      const who = clientFor(access);
      const headers = headersFor(access);
      expect(await who.send('GET', `${path}?surprise=1`, undefined, { headers })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    },
  );
});

describe('"X-Position on the answer of every command; a read sent with X-Min-Position waits for it"', () => {
  it('commands carry it, reads do not', async () => {
    const created = await shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT });
    expect(created.headers['x-position']).toMatch(/^\d+$/);
    expect((await shop.owner.send('GET', `${shop.site}/qrs`)).headers['x-position']).toBeUndefined();
  });
});

describe('"A write whose Origin or Sec-Fetch-Site is foreign is refused with 403"', () => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[];

  async function expectRefused({ method, path }: Call, headers: Record<string, string>): Promise<void> {
    const sent = await shop.owner.send(method, anywhere(path), method === 'DELETE' ? undefined : {}, { headers });
    expect([sent.status, sent.body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
  }

  it.each(writes)('%s', (_, call) => expectRefused(call, { 'sec-fetch-site': 'cross-site' }));

  it.each(foreign)('%j', (headers) => expectRefused(calls.createSite, headers));

  it('"one without either (not from a browser) is accepted", and so is our own', async () => {
    const own = [
      {},
      { origin: 'http://localhost:3000' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[];
    for (const headers of own) {
      const sent = await shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT }, { headers });
      expect([headers, sent.status]).toEqual([headers, 201]);
    }
  });

  it('reads are not writes', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = await shop.owner.send('GET', '/api/me/sites', undefined, { headers });
    expect(sent.status).toBe(200);
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
  });
});
