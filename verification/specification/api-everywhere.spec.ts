import { randomUUID } from 'node:crypto';
import { BENEFIT, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Access, Call } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { KEY_SCOPES } from '@perktree/contracts/kernel/scopes';
import { MAX_LABELS } from '@perktree/contracts/qr/list-calls';
import { describe, expect, it } from 'vitest';

/** The conventions of all calls (docs/reference/http-api.md#conventions). */

const composed = await useComposedApp();
const shop = await openBusiness(composed.app, 'everywhere', 'ultra');
const signedOut = new Visitor(composed.app, 'signed-out');
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);
await superadmin.must('POST', '/api/auth/active-role', { role: 'superadmin' });
const endpoint = { url: 'https://receiver.example/webhooks', eventTypes: ['*'], siteIds: null };
const endpointId = (await shop.owner.must('POST', '/api/webhook-endpoints', endpoint)).id;
const key = { name: 'Every scope', scopes: KEY_SCOPES, siteIds: null };
/** A key of the shop's owner with every scope, as its header. */
const authorization = `Bearer ${(await shop.owner.must('POST', '/api/api-keys', key)).key}`;

/** A client that may make the call. */
function clientFor(access: Call['access']): Visitor {
  if (!Array.isArray(access) || access.includes('site_owner')) return shop.owner;
  if (access.includes('distributor')) return shop.distributor;
  return access.includes('staff') ? shop.staff : superadmin;
}

const catalogue = Object.entries(allCalls) as [string, Call][];
const writes = catalogue.filter(([, { method }]) => method !== 'GET');
/** Refusals with status 400 of a token or body that cannot be one. */
const ODD_BODIES = ['VALIDATION_FAILED', 'INVITATION_INVALID', 'DEVICE_PAIRING_INVALID'];
const isForKeys = (access: Access) => typeof access === 'object' && 'key' in access;
const headersFor = (access: Access): Record<string, string> => (isForKeys(access) ? { authorization } : {});
/** The refusal of a body or query for one of its fields. */
const invalid = (path: string) => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', issues: expect.arrayContaining([expect.objectContaining({ path })]) },
});
const anywhere = (path: string) => path.replaceAll(/:\w+/g, randomUUID());

it('an unknown path answers 404 in the same shape', async () => {
  for (const path of ['/api/none', '/api/sites/%', '/api/scan-info/customer', '/api/sites//qrs']) {
    const { status, body } = await shop.owner.send('GET', path);
    expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});

describe('"404 not there or not yours to know of": a path parameter that cannot be one', () => {
  /** Percent-encoded: NUL, a line break, half a surrogate pair, a byte that is no UTF-8, a percent sign alone, a long text. */
  const encoded = ['a%00b', '%0D%0Ax', '%ED%A0%80', '%ff', '%', "'%20OR%201=1", '..%2f..%2fetc'];
  const odd = ['__proto__', ...encoded, 'x'.repeat(5_000)];
  const withParams = catalogue.filter(([, { path }]) => path.includes(':'));

  it.each(withParams)('%s', async (_, { method, path, access }) => {
    for (const value of odd) {
      const sent = path.replaceAll(/:\w+/g, value);
      const { status, body } = await clientFor(access).send(method, sent, undefined, headersFor(access));
      const refusedBody = status === 400 && ODD_BODIES.includes(body.code);
      expect([value, status, status === 404 || refusedBody, body.code]).toEqual([value, status, true, body.code]);
    }
  });
});

it.each(catalogue.filter(([, call]) => call.method === 'GET' && !call.path.includes(':')))(
  '"Unknown fields … are refused", in a query too %s',
  async (_, { path, access }) => {
    const who = clientFor(access);
    const headers = headersFor(access);
    expect(await who.send('GET', `${path}?surprise=1`, undefined, headers)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
  },
);

describe('"A write whose Origin or Sec-Fetch-Site is foreign is refused with 403"', () => {
  // Which origins are foreign: verification/attacks/forgery.
  it.each(writes)('%s', async (_, { method, path }) => {
    const body = method === 'DELETE' ? undefined : {};
    const sent = await shop.owner.send(method, anywhere(path), body, { 'sec-fetch-site': 'cross-site' });
    expect([sent.status, sent.body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it('"one without either (not from a browser) is accepted", and so is our own', async () => {
    for (const headers of [{}, { origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin' }]) {
      const sent = await shop.owner.send('POST', `${shop.site}/qrs`, { name: 'New', ...BENEFIT }, headers);
      expect([headers, sent.status]).toEqual([headers, 201]);
    }
  });

  it('reads are not writes', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = await shop.owner.send('GET', '/api/me/sites', undefined, headers);
    expect(sent.status).toBe(200);
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('"Idempotency-Key (any string up to 200 characters) on any POST or PUT"', () => {
  const keyed = (key: string, method: string, path: string, body?: object, who = shop.owner) =>
    who.send(method, path, body, { 'idempotency-key': key });

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
      .replace(':qrId', shop.qrId)
      .replace(':personId', shop.customer.id)
      .replace(':endpointId', endpointId)
      // No payout is there.
      .replace(':payoutId', randomUUID())
      .replace(':kind/:id', `qr/${shop.qrId}`);
  const read = ({ access }: Call, url: string) => {
    if (isForKeys(access)) return signedOut.send('GET', url, undefined, { authorization });
    const isFor = (role: Role) => !Array.isArray(access) || access.includes(role);
    const who = isFor('site_owner') ? shop.owner : isFor('distributor') ? shop.distributor : superadmin;
    return who.send('GET', url);
  };

  /** What one person has of them is bounded, so the answer is always whole (docs/reference/http-api.md#conventions). */
  const SHORT = [
    ...['listPictures', 'ownStandings', 'distributorInvitations', 'payoutFundings', 'dataRequests', 'listFiles'],
    ...['listApiKeys', 'listWebhookEndpoints', 'v1WebhookEndpoints'],
  ];

  it('every list does, but those that are always short', () => {
    const arrays = catalogue.filter(([, { method, answer }]) => method === 'GET' && answer.safeParse([]).success);
    const paged = (query: Call['query']) =>
      [{}, { siteId: shop.siteId }].some((more) => query?.safeParse({ limit: '1', cursor: 'x', ...more }).success);
    expect(arrays.flatMap(([name, { query }]) => (paged(query) ? [] : [name])).toSorted()).toEqual(SHORT.toSorted());
  });

  it.each(lists)('%s: limits and cursors that are none', async (name, call) => {
    const url = urlOf(call.path);
    // Labels are small: a page of them prints at once.
    const max = call.path.endsWith('/labels') ? MAX_LABELS : 200;
    // Of one list all, because they share the schema.
    const odd = ['-1', '1e2', '1.0', '', '01', '1&limit=2', '%00'];
    for (const limit of ['0', `${max + 1}`, ...(name === 'listSites' ? odd : [])]) {
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
    for (const limit of [1, max]) expect((await read(call, `${url}?limit=${limit}`)).status).toBe(status);
  });
});
