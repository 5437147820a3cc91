import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { createApp } from '@perktree/platform/http/app';
import type { KeyCaller } from '@perktree/platform/http/key-caller';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { CommandServiceDeps } from '../deps.ts';
import { createProjectedWait, PROJECTED_POLL_MS } from '../http/lookups/projected.ts';
import { person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';
import { mountV1RedemptionRoutes } from './v1-routes.ts';

const owner = ownerOf('till-owner');
const key: KeyCaller = { keyId: 'till', tenantId: owner.tenantId, scopes: ['redeem'], siteIds: null };

const service = await startWholeService();
await upgrade(service, owner, 'pro');
const site = await openSite(service, owner, { selfRedemption: 'confirmed' });
const siteId = site.split('/').at(-1) ?? '';
const { body } = await createRoot(service, owner, site, { maxRedemptions: null });
const customerToken = (await tokensOf(service, body.id)).customer;
/** The API of a process, whose waits for the read model end when the test says so. */
async function openApi() {
  const [app, timers] = [createApp({ logger: false, publicOrigin: null }), new ManualTimers()];
  const deps = service.processes[0] as CommandServiceDeps;
  mountV1RedemptionRoutes(app, { ...deps, authenticateKey: async () => key, timers });
  await app.ready();
  return { app, timers };
}
const apis = [await openApi(), await openApi()] as const;
const names = ['redemptions'] as const;
const projected = createProjectedWait({ pool: service.pool, store: service.store, names, waitMs: 50_000 });
afterAll(async () => {
  for (const { app } of apis) await app.close();
  await service.stop();
});

/** Keeps the read model of redemptions from following the events until the returned function is called. */
async function holdRedemptions(): Promise<() => Promise<void>> {
  const { rows } = await service.pool.query<{ relation: string }>(
    `SELECT relation FROM read_models.projections WHERE name = 'redemptions' AND serving`,
  );
  const client = await service.pool.connect();
  // A test that fails ends the lock, too: the projector and the pool would wait for it for ever.
  onTestFinished(() => client.release(true));
  await client.query(`BEGIN; LOCK TABLE read_models.${rows[0]?.relation} IN EXCLUSIVE MODE`);
  return async () => void (await client.query('COMMIT'));
}

it('answers the sale and reference of a confirmation that the read model has not reached yet, also to a repeated request', async () => {
  const guest = person('guest', 'customer');
  const { body: scan } = await service.call(guest, 'POST', '/api/scan', { token: customerToken });
  await service.call(guest, 'POST', '/api/redeem', { token: customerToken });
  await projected();
  const release = await holdRedemptions();
  const payload = { siteId, token: scan.redemptionToken, saleAmount: '12.50', reference: 'receipt-1' };
  const answers = [];
  for (const { app, timers } of apis) {
    answers.push(
      app.inject({ method: 'POST', url: v1Calls.v1CreateRedemption.path, payload }).then((answer) => answer),
    );
    await timers.untilSet(PROJECTED_POLL_MS);
  }
  await release();
  await projected();
  for (const { timers } of apis) await timers.advance(PROJECTED_POLL_MS);
  const [first, again] = await Promise.all(answers);
  expect(first?.json()).toMatchObject({ saleAmount: '12.50', reference: 'receipt-1' });
  expect(again?.statusCode).toBe(200);
  expect(again?.json()).toEqual(first?.json());
});
