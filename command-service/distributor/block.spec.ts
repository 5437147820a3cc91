import { afterAll, describe, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { createRoot, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const owner = ownerOf('block-owner');
const stranger = ownerOf('block-stranger');
const dora = person('dora', 'distributor', 'customer');
const guest = person('guest', 'customer');

const service = await startWholeService();
await upgrade(service, owner, 'pro');
const site = await openSite(service, owner, { maxRedemptionsPerCustomer: null, selfRedemption: 'on' });
afterAll(() => service.stop());

async function claimedRoot() {
  const { body } = await createRoot(service, owner, site, { maxRedemptions: null });
  const tokens = await tokensOf(service, body.id);
  const claim = await service.call(dora, 'POST', '/api/claim-qr', { token: tokens.distributor });
  return { id: body.id as string, tokens, claim };
}
const block = (as = owner, id = 'dora', body: object = {}) =>
  service.call(as, 'POST', `${site}/distributors/${id}/block`, body);
const unblock = (as = owner, id = 'dora') => service.call(as, 'POST', `${site}/distributors/${id}/unblock`);
const sharesOf = async (redemptionId: string) =>
  (await service.events()).flatMap((event) =>
    event.type === 'BenefitRedeemed' && event.data.redemptionId === redemptionId ? event.data.shares : [],
  );

describe('blocking a distributor', () => {
  it('lets the owner block any distributor who has worked on the site', async () => {
    expect(await block(owner, 'dora')).toMatchObject({ status: 404, body: { code: 'DISTRIBUTOR_NOT_FOUND' } });
    await claimedRoot();
    expect(await block(stranger)).toMatchObject({ status: 404, body: { code: 'SITE_NOT_FOUND' } });
    expect((await block(dora as typeof owner)).status).toBe(403);
    const blocked = await block(owner, 'dora', { reason: 'Scans with accounts of her own' });
    expect(blocked).toMatchObject({ status: 200, body: { distributorId: 'dora', isBlocked: true } });
    const events = JSON.stringify(await service.events());
    expect(events).toContain('DistributorBlocked');
    expect(events).not.toContain('Scans with accounts');
    expect((await block()).status).toBe(200);
    expect(await unblock()).toMatchObject({ status: 200, body: { isBlocked: false } });
  });

  it('lets the owner block a distributor whose only claim was released before it earned', async () => {
    const eve = person('eve', 'distributor', 'customer');
    const { body } = await createRoot(service, owner, site, { maxRedemptions: null });
    const { distributor: token } = await tokensOf(service, body.id);
    expect((await service.call(eve, 'POST', '/api/claim-qr', { token })).status).toBe(200);
    expect((await service.call(owner, 'POST', `${site}/qrs/${body.id}/release-claim`)).status).toBe(200);
    expect(await block(owner, 'eve')).toMatchObject({ status: 200, body: { isBlocked: true } });
    expect((await service.call(eve, 'POST', '/api/claim-qr', { token })).status).toBe(403);
  });

  it('ends claims, splits, edits and commission until it is lifted', async () => {
    const { id, tokens, claim } = await claimedRoot();
    expect(claim.status).toBe(200);
    const redeem = () => service.call(guest, 'POST', '/api/redeem', { token: tokens.customer });
    const scan = () => service.call(guest, 'POST', '/api/scan', { token: tokens.customer });
    const split = () =>
      service.call(dora, 'POST', `/api/distributors/me/qrs/${id}/split`, {
        splits: [{ name: 'Half', commissionPercent: '1.00' }],
      });
    const rename = () => service.call(dora, 'PUT', `${site}/qrs/${id}`, { name: 'Mine' });
    await block();

    expect((await claimedRoot()).claim).toMatchObject({ status: 403, body: { code: 'CLAIM_NOT_ALLOWED' } });
    expect(await split()).toMatchObject({ status: 403 });
    expect(await rename()).toMatchObject({ status: 403 });
    await scan();
    expect(await sharesOf((await redeem()).body.redemptionId)).toEqual([]);

    await unblock();
    expect((await split()).status).toBe(201);
    expect((await rename()).status).toBe(200);
    await scan();
    expect(await sharesOf((await redeem()).body.redemptionId)).toMatchObject([{ ownerId: 'dora', amount: '10.00' }]);
  });
});
