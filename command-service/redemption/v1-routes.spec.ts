import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { createApp } from '@perktree/platform/http/app';
import type { KeyCaller } from '@perktree/platform/http/key-caller';
import { afterAll, expect, it, vi } from 'vitest';
import type { CommandServiceDeps } from '../deps.ts';
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
const app = createApp({ logger: false, publicOrigin: null });
mountV1RedemptionRoutes(app, { ...(service.processes[0] as CommandServiceDeps), authenticateKey: async () => key });
await app.ready();
afterAll(async () => {
  await app.close();
  await service.stop();
});

/** Keeps the read model of redemptions from following the events until the returned function is called. */
async function holdRedemptions(): Promise<() => Promise<void>> {
  const { rows } = await service.pool.query<{ relation: string }>(
    `SELECT relation FROM read_models.projections WHERE name = 'redemptions' AND serving`,
  );
  const client = await service.pool.connect();
  await client.query(`BEGIN; LOCK TABLE read_models.${rows[0]?.relation} IN EXCLUSIVE MODE`);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

it('answers the sale and reference of a confirmation that the read model has not reached yet, also to a repeated request', async () => {
  const guest = person('guest', 'customer');
  const { body: scan } = await service.call(guest, 'POST', '/api/scan', { token: customerToken });
  await service.call(guest, 'POST', '/api/redeem', { token: customerToken });
  await service.projected();
  const release = await holdRedemptions();
  const sale = { siteId, token: scan.redemptionToken, saleAmount: '12.50', reference: 'receipt-1' };
  const redeem = async () => app.inject({ method: 'POST', url: v1Calls.v1CreateRedemption.path, payload: sale });
  const first = redeem();
  await expect.poll(async () => (await service.events()).at(-1)?.type).toBe('RedemptionConfirmed');
  // The second request reads both events of the redemption, and then waits for the read model.
  const read = vi.spyOn((service.processes[0] as CommandServiceDeps).store, 'readStream');
  const again = redeem();
  await expect.poll(() => read.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(2);
  read.mockRestore();
  await release();
  expect((await first).json()).toMatchObject({ saleAmount: '12.50', reference: 'receipt-1' });
  expect((await again).statusCode).toBe(200);
  expect((await again).json()).toEqual((await first).json());
});
