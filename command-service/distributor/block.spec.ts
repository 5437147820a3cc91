import { afterAll, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const owner = ownerOf('block-owner');
const stranger = ownerOf('block-stranger');
const dora = person('dora', 'distributor', 'customer');

const service = await startWholeService();
await upgrade(service, owner, 'pro');
const site = await openSite(service, owner);
afterAll(() => service.stop());

const block = (as = owner, id = 'dora', body: object = {}) =>
  service.call(as, 'POST', `${site}/distributors/${id}/block`, body);
const unblock = () => service.call(owner, 'POST', `${site}/distributors/dora/unblock`);

it('the owner blocks any distributor who has worked on the site, also one whose only claim was released', async () => {
  expect(await block(owner, 'dora')).toMatchObject({ status: 404, body: { code: 'DISTRIBUTOR_NOT_FOUND' } });
  const { body } = await createRoot(service, owner, site);
  const { distributor: token } = await tokensOf(service, body.id);
  expect((await service.call(dora, 'POST', '/api/claim-qr', { token })).status).toBe(200);
  expect((await service.call(owner, 'POST', `${site}/qrs/${body.id}/release-claim`)).status).toBe(200);
  expect(await block(stranger)).toMatchObject({ status: 404, body: { code: 'SITE_NOT_FOUND' } });
  expect((await block(dora as typeof owner)).status).toBe(403);
  const blocked = await block(owner, 'dora', { reason: 'Scans with accounts of her own' });
  expect(blocked).toMatchObject({ status: 200, body: { distributorId: 'dora', isBlocked: true } });
  const events = JSON.stringify(await service.events());
  expect(events).toContain('DistributorBlocked');
  expect(events).not.toContain('Scans with accounts');
  expect((await block()).status).toBe(200);
  expect((await service.call(dora, 'POST', '/api/claim-qr', { token })).status).toBe(403);
  expect(await unblock()).toMatchObject({ status: 200, body: { isBlocked: false } });
});
