import { randomUUID } from 'node:crypto';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { KEY_SCOPES } from '@perktree/contracts/kernel/scopes';
import { MOST_LABELS } from '@perktree/contracts/qr/list-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { invalid } from './testing/refusals.ts';
import { BENEFIT, openShop, type Shop } from './testing/shop.ts';

/** Idempotency keys and lists (docs/reference/http-api.md#conventions). */
let composed: ComposedApp;
let shop: Shop;
let superadmin: Client;
let endpointId: string;
/** Headers of a program that may do everything with a key. */
let program: Record<string, string>;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
  superadmin = await shop.person('superadmin', 'customer');
  await composed.identity.grantSuperadmin(superadmin.email);
  await superadmin.must('POST', '/api/auth/active-role', { role: 'superadmin' });
  const endpoint = { url: 'https://receiver.example/webhooks', eventTypes: ['*'], siteIds: null };
  endpointId = (await shop.owner.send('POST', '/api/webhook-endpoints', endpoint)).body.id;
  const wanted = { name: 'Reader', scopes: [...KEY_SCOPES], siteIds: null };
  program = { authorization: `Bearer ${(await shop.owner.must('POST', '/api/api-keys', wanted)).key}` };
});
afterAll(() => composed.close());

const catalogue = Object.entries(calls) as [string, Call][];
const writes = catalogue.filter(([, { method }]) => method !== 'GET');
const anywhere = (path: string) => path.replaceAll(/:\w+/g, randomUUID());
const storedEvents = async (): Promise<number> =>
  (await composed.pool.query('SELECT count(*)::integer AS n FROM event_store.events')).rows[0].n;

describe('"Idempotency-Key (any string up to 200 characters) on any POST or PUT"', () => {
  const keyed = (key: string, method: string, path: string, body?: object, who = shop.owner) =>
    who.send(method, path, body, { headers: { 'idempotency-key': key } });

  it('POST and PUT of every part: the same body gets the first answer, and nothing is appended', async () => {
    const { customerToken, distributorToken } = await shop.make();
    const config = (await shop.owner.send('GET', `${shop.site}/config`)).body;
    const cells = [
      [shop.owner, 'POST', '/api/sites', { name: 'Once', currency: 'EUR' }],
      [shop.owner, 'PUT', `${shop.site}/config`, { ...config, maxSplitsPerQr: 20 }],
      [shop.owner, 'POST', `${shop.site}/qrs`, { name: 'Once', ...BENEFIT }],
      [
        shop.owner,
        'POST',
        `${shop.site}/qrs/${shop.root.id}/split`,
        { splits: [{ name: 'Once', commissionPercent: '1.00' }] },
      ],
      [shop.owner, 'PUT', `${shop.site}/qrs/${shop.root.id}`, { name: 'Once' }],
      [shop.owner, 'POST', `${shop.site}/staff-invitations`, { email: 'once@example.test' }],
      [shop.distributor, 'POST', '/api/claim-qr', { token: distributorToken }],
      [shop.customer, 'POST', '/api/scan', { token: customerToken }],
      [shop.customer, 'POST', '/api/redeem', { token: customerToken }],
      [shop.owner, 'POST', `${shop.site}/payouts`, undefined],
    ] as const;
    for (const [who, method, path, body] of cells) {
      const key = `once ${path}`;
      const first = await keyed(key, method, path, body, who);
      const stored = await storedEvents();
      const again = await keyed(key, method, path, body, who);
      expect([path, again.status, again.body]).toEqual([path, first.status, first.body]);
      expect([path, again.headers['x-position']]).toEqual([path, first.headers['x-position']]);
      expect([path, first.status < 300, await storedEvents()]).toEqual([path, true, stored]);
    }
  });

  it.each(writes.filter(([, { method }]) => method !== 'DELETE'))(
    '%s: 201 characters are refused',
    async (_, { method, path, access }) => {
      const who = Array.isArray(access) && !access.includes('site_owner') ? shop.distributor : shop.owner;
      const sent = await keyed('k'.repeat(201), method, anywhere(path), {}, who);
      expect(sent).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    },
  );

  it('200 of any kind are taken', async () => {
    for (const key of ['k'.repeat(200), '"quoted", with spaces; and = signs', '§ÄÖÜ']) {
      expect((await keyed(key, 'POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT })).status).toBe(201);
    }
  });
});

describe('"Lists take limit (at most 200) and cursor … the next cursor is in X-Next-Cursor"', () => {
  const lists = catalogue.filter(([, call]) => call.query?.safeParse({ cursor: 'x' }).success);
  const urlOf = (path: string) =>
    path
      .replace(':siteId', shop.siteId)
      .replace(':qrId', shop.root.id)
      .replace(':personId', shop.customer.id)
      .replace(':endpointId', endpointId)
      // No payout is there.
      .replace(':payoutId', randomUUID())
      .replace(':kind/:id', `qr/${shop.root.id}`);
  const read = ({ access }: Call, url: string) => {
    if (typeof access === 'object' && 'key' in access) {
      return shop.signedOut.send('GET', url, undefined, { headers: program });
    }
    const isFor = (role: Role) => !Array.isArray(access) || access.includes(role);
    const who = isFor('site_owner') ? shop.owner : isFor('distributor') ? shop.distributor : superadmin;
    return who.send('GET', url);
  };

  it.each(lists)('%s: limits and cursors that are none', async (name, call) => {
    const url = urlOf(call.path);
    // Labels are small: a page of them prints at once.
    const most = call.path.endsWith('/labels') ? MOST_LABELS : 200;
    // Of one list all, because they share the schema.
    const odd = ['-1', '1e2', '1.0', '', '01', '1&limit=2', '%00'];
    for (const limit of ['0', `${most + 1}`, ...(name === 'listSites' ? odd : [])]) {
      expect([limit, await read(call, `${url}?limit=${limit}`)]).toMatchObject([limit, invalid('limit')]);
    }
    const forged = Buffer.from('["2026-01-01","x"]').toString('base64url');
    const status = call.path.includes(':payoutId') ? 404 : 200;
    // A cursor is of the list of a payout, which is looked for first.
    const refused = status === 404 ? { status } : invalid('cursor');
    const odder = ['', '%00', Buffer.from('null').toString('base64url'), 'x'.repeat(201)];
    for (const cursor of ['x', forged, ...(name === 'listSites' ? odder : [])]) {
      expect([cursor, await read(call, `${url}?cursor=${cursor}`)]).toMatchObject([cursor, refused]);
    }
    for (const limit of [1, most]) expect((await read(call, `${url}?limit=${limit}`)).status).toBe(status);
  });
});
