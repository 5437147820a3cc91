import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, describe, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { configure, createRoot, type Owner, openSite, ownerOf, tokensOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const service = await startWholeService();
afterAll(() => service.stop());

const overLimit = { status: 402, body: { code: 'PLAN_LIMIT_REACHED' } };
const split = (as: typeof dora, path: string, ...percents: string[]) =>
  service.call(as, 'POST', `${path}/split`, {
    splits: percents.map((commissionPercent, n) => ({ name: `Split ${n}`, commissionPercent })),
  });
const used = async (owner: Owner) => (await service.call(owner, 'GET', '/api/me/plan')).body.used;
const dora = person('dora', 'distributor', 'customer');
let owners = 0;
/** A site of a new tenant on the Free plan. */
async function freeSite() {
  owners += 1;
  const owner = ownerOf(`owner ${owners}`);
  const site = await openSite(service, owner);
  return { owner, site, qrs: `${site}/qrs` };
}

describe('QRs on the Free plan', () => {
  it('count no more with the branch that is deactivated, and again with all of it, or none of it is activated', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    await split(owner, `${qrs}/${root.id}`, '4.00', '1.00');
    const branch = (what: 'activate' | 'deactivate') => service.call(owner, 'POST', `${qrs}/${root.id}/${what}-branch`);
    expect(await branch('deactivate')).toMatchObject({ status: 200, body: { changed: 3 } });
    expect(await used(owner)).toMatchObject({ activeQrs: 0 });
    expect(await branch('deactivate')).toMatchObject({ status: 200, body: { changed: 0 }, position: undefined });
    const { body: other } = await createRoot(service, owner, site);
    expect(await branch('activate')).toMatchObject({
      ...overLimit,
      body: { message: expect.stringMatching(/Free.*3 active QR codes.*4/) },
    });
    expect(await used(owner)).toMatchObject({ activeQrs: 1 });
    await service.call(owner, 'POST', `${qrs}/${other.id}/deactivate`);
    expect(await branch('activate')).toMatchObject({ status: 200, body: { changed: 3 } });
    expect(await used(owner)).toMatchObject({ activeQrs: 3 });
  });

  it('of distributors count for their tree alone, and need no room in it when they have expired', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    const { distributor: token } = await tokensOf(service, root.id);
    await configure(service, owner, site, { distributorCanGenerateChildQrs: true });
    await service.call(dora, 'POST', '/api/claim-qr', { token });
    const own = `/api/distributors/me/qrs/${root.id}`;
    const { body } = await split(dora, own, '1.00', '1.00', '1.00');
    expect(await used(owner)).toMatchObject({ activeQrs: 1 });
    const full = { status: 400, body: { code: 'TOO_MANY_SPLITS_IN_TREE', values: { limit: 3 } } };
    expect(await split(dora, own, '1.00')).toMatchObject(full);
    const change = (action: string) => service.call(owner, 'POST', `${qrs}/${body.qrs[0].id}/${action}`);
    await change('deactivate');
    expect((await split(dora, own, '1.00')).status).toBe(201);
    expect(await change('activate')).toMatchObject(full);
    const began = service.now;
    service.now = new Date(began.getTime() + DAY_MS);
    const branch = (what: string) => service.call(owner, 'POST', `${qrs}/${root.id}/${what}-branch`);
    expect(await branch('deactivate')).toMatchObject({ body: { changed: 4 } });
    expect(await branch('activate')).toMatchObject({ status: 200, body: { changed: 5 } });
    service.now = began;
  });
});

describe('redeeming on the Free plan', () => {
  it('of what is refused anyway takes nothing of the month, and leaves no trace on the plan', async () => {
    const { owner, site } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    const { customer: token } = await tokensOf(service, root.id);
    const redeem = () => service.call(person('again', 'customer'), 'POST', '/api/redeem', { token });
    expect((await redeem()).body.success).toBe(true);
    const before = await service.store.head();
    for (let n = 0; n < 3; n += 1) expect(await redeem()).toMatchObject({ body: { code: 'ALREADY_REDEEMED' } });
    expect(await service.store.head()).toBe(before);
    expect(await used(owner)).toMatchObject({ redemptionsThisMonth: 1 });
  });
});
