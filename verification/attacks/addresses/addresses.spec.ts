import { lookup } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { afterAll, describe, expect, it } from 'vitest';
import { PRIVATE_URLS } from './private-urls.ts';

const ENDPOINTS = '/api/webhook-endpoints';
/** At a public address. Nothing is sent there, as the business has no such event. */
const ALLOWED = { url: 'https://192.0.1.9/hooks', eventTypes: ['payout.failed'], siteIds: null };

/** A service of this machine that no webhook may reach. */
let connections = 0;
const trap = createServer((socket) => {
  connections += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(trap, 'listening');

type Callback = (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void;

/** What the attacker's name server answers. Other names are resolved by the machine. */
const names = new Map<string, readonly string[]>();
const resolveName = ((name: string, options: object, callback: Callback) => {
  const addresses = names.get(name);
  if (addresses === undefined) return lookup(name, { ...options, all: true }, callback);
  if (addresses.length === 0) return callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return callback(null, found);
  // Of the overloads of Node's function, only this one is used.
}) as unknown as Resolve;

const composed = await startComposedApp({
  ...{ spendsBudgets: false, webhookAllowPrivate: false, resolveName },
  sendsWebhooks: { delayAfter: () => null, pollMs: 100 },
});
const { owner } = await openBusiness(composed.app, 'endpoints');
afterAll(async () => {
  await composed.close();
  trap.close();
});

/** What a name resolves to when its endpoint is saved, and afterwards. A name that does not resolve yet may be saved. */
const REBINDINGS = [
  [['192.0.1.9'], ['127.0.0.1']],
  [
    ['192.0.1.9', '2606:4700::1111'],
    ['192.0.1.9', '127.0.0.1'],
  ],
  [['192.0.1.9'], ['::ffff:127.0.0.1']],
  [[], ['0.0.0.0']],
] as const;

describe('a webhook endpoint', () => {
  it('is not saved at a private address in any notation', async () => {
    const { id } = await owner.must('POST', ENDPOINTS, ALLOWED);
    const { key } = await owner.must('POST', '/api/api-keys', { name: 'Hooks', scopes: ['webhooks'], siteIds: null });
    const program = Object.assign(new Visitor(composed.app, 'program'), { apiKey: key });
    const writes = [
      [owner, 'POST', ENDPOINTS],
      [owner, 'PUT', `${ENDPOINTS}/${id}`],
      [program, 'POST', ENDPOINTS.replace('/api', '/api/v1')],
      [program, 'PUT', `${ENDPOINTS.replace('/api', '/api/v1')}/${id}`],
    ] as const;
    const before = await owner.must('GET', ENDPOINTS);
    for (const [n, url] of PRIVATE_URLS.entries()) {
      const [caller, method, path] = writes[n % writes.length] as (typeof writes)[number];
      const { status, body } = await caller.call(method, path, { ...ALLOWED, url });
      const paths = body.issues?.map((issue: { path: string }) => issue.path);
      expect([url, status, paths]).toEqual([url, 400, expect.arrayContaining(['url'])]);
    }
    expect(PRIVATE_URLS.length).toBeGreaterThan(300);
    expect(await owner.must('GET', ENDPOINTS)).toEqual(before);
    await owner.must('DELETE', `${ENDPOINTS}/${id}`);
  });

  it.each(REBINDINGS)(
    'reaches nothing on this machine if its name resolves to it later: %j, then %j',
    async (before, after) => {
      const { port } = trap.address() as AddressInfo;
      const wanted = { url: `https://rebinding.test:${port}/`, eventTypes: ['*'], siteIds: null };
      names.set('rebinding.test', before);
      const { id } = await owner.must('POST', ENDPOINTS, wanted);
      const path = `${ENDPOINTS}/${id}`;
      names.set('rebinding.test', after);
      expect((await owner.call('PUT', path, wanted)).status).toBe(400);
      await owner.must('POST', `${path}/test`, {});
      const refused = {
        responseStatus: null,
        error: expect.stringContaining('resolves to an address that is not public'),
      };
      await expect.poll(() => owner.must('GET', `${path}/deliveries`)).toEqual([expect.objectContaining(refused)]);
      expect(connections).toBe(0);
      await owner.must('DELETE', path);
    },
  );
});
