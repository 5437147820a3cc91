import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, describe, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { configure, createRoot, type Owner, openSite, ownerOf, tokensOf, upgrade } from '../testing/tenants.ts';
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
  it('are three at most: a split that needs more is refused as a whole, with the requested number', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    expect(await split(owner, `${qrs}/${root.id}`, '1.00', '1.00', '1.00')).toMatchObject({
      ...overLimit,
      body: { message: expect.stringMatching(/Free.*3 active QR codes.*4/) },
    });
    expect(await used(owner)).toMatchObject({ activeQrs: 1 });
    expect((await split(owner, `${qrs}/${root.id}`, '1.00', '1.00')).status).toBe(201);
    expect(await createRoot(service, owner, site)).toMatchObject(overLimit);
    expect(await used(owner)).toEqual({ sites: 1, activeQrs: 3, redemptionsThisMonth: 0 });
  });

  it('count no more when they are deactivated, and again when they are activated', async () => {
    const { owner, site, qrs } = await freeSite();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await createRoot(service, owner, site)).body.id);
    const set = (id: string | undefined, what: 'activate' | 'deactivate') =>
      service.call(owner, 'POST', `${qrs}/${id}/${what}`);
    expect((await set(ids[0], 'deactivate')).status).toBe(200);
    expect((await set(ids[0], 'deactivate')).status).toBe(200);
    expect((await createRoot(service, owner, site)).status).toBe(201);
    expect(await set(ids[0], 'activate')).toMatchObject(overLimit);
    await set(ids[1], 'deactivate');
    expect((await set(ids[0], 'activate')).status).toBe(200);
    // Active already: nothing to take, so nothing to refuse.
    expect((await set(ids[0], 'activate')).status).toBe(200);
    expect(await used(owner)).toMatchObject({ activeQrs: 3 });
  });

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

  it('count no more when they expire, and again when they are reissued', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: old } = await createRoot(service, owner, site);
    const reissue = () => service.call(owner, 'POST', `${qrs}/${old.id}/reissue`);
    for (let n = 0; n < 2; n += 1) await createRoot(service, owner, site);
    expect(await reissue()).toMatchObject({ status: 409, body: { code: 'QR_STILL_VALID' } });
    const began = service.now;
    service.now = new Date(began.getTime() + DAY_MS);
    expect(await used(owner)).toMatchObject({ activeQrs: 0 });
    for (let n = 0; n < 3; n += 1) expect((await createRoot(service, owner, site)).status).toBe(201);
    expect(await reissue()).toMatchObject(overLimit);
    // Expired and out of use: put back into use it stays expired, and reissued out of use it does not count.
    await service.call(owner, 'POST', `${qrs}/${old.id}/deactivate`);
    expect((await reissue()).status).toBe(200);
    expect(await service.call(owner, 'POST', `${qrs}/${old.id}/activate`)).toMatchObject(overLimit);
    service.now = began;
  });

  it('are one level of splits deep, by a split and by a sibling', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    const child = (await split(owner, `${qrs}/${root.id}`, '4.00')).body.qrs[0];
    const deeper = { ...overLimit, body: { message: expect.stringMatching(/Free.*1 level deep.*level 2/) } };
    expect(await split(owner, `${qrs}/${child.id}`, '1.00')).toMatchObject(deeper);
    expect(await split(owner, `${qrs}/${child.id}`, '9.00')).toMatchObject({ body: { code: 'COMMISSION_TOO_HIGH' } });
    const offer = { name: 'Beside', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '1.00' };
    const beside = (parentQrId: string) => service.call(owner, 'POST', qrs, { ...offer, parentQrId });
    expect(await beside(child.id)).toMatchObject(deeper);
    expect((await beside(root.id)).status).toBe(201);
    await upgrade(service, owner, 'pro');
    expect((await split(owner, `${qrs}/${child.id}`, '1.00')).status).toBe(201);
  });

  it('that a distributor splits use none of the owner’s plan, and have a limit of their own in each tree', async () => {
    const { owner, site } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    const { distributor: token } = await tokensOf(service, root.id);
    await configure(service, owner, site, { distributorCanGenerateChildQrs: true });
    expect((await service.call(dora, 'POST', '/api/claim-qr', { token })).status).toBe(200);
    const own = `/api/distributors/me/qrs/${root.id}`;
    const children = await split(dora, own, '1.00', '1.00');
    expect(children.status).toBe(201);
    expect((await split(dora, own, '1.00')).status).toBe(201);
    expect(await used(owner)).toMatchObject({ activeQrs: 1 });
    const full = { status: 400, body: { code: 'TOO_MANY_SPLITS_IN_TREE', values: { limit: 3 } } };
    expect(await split(dora, own, '1.00')).toMatchObject(full);
    const beside = { name: 'B', type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '1.00' };
    expect(await service.call(dora, 'POST', `${site}/qrs`, { ...beside, parentQrId: root.id })).toMatchObject(full);
    const [{ id: child }] = children.body.qrs;
    const change = (action: string) => service.call(owner, 'POST', `${site}/qrs/${child}/${action}`);
    expect((await change('deactivate')).status).toBe(200);
    expect((await split(dora, own, '1.00')).status).toBe(201);
    expect(await change('activate')).toMatchObject(full);

    // The whole plan is still the owner's.
    for (const next of [2, 3]) {
      expect((await createRoot(service, owner, site)).status).toBe(201);
      expect(await used(owner)).toMatchObject({ activeQrs: next });
    }
    await upgrade(service, owner, 'pro');
    expect((await split(dora, own, '1.00')).status).toBe(201);
    expect((await change('activate')).status).toBe(200);
    expect(await used(owner)).toMatchObject({ activeQrs: 3 });
  });

  it('of distributors that have expired need no room in their tree when its branch is activated', async () => {
    const { owner, site, qrs } = await freeSite();
    const { body: root } = await createRoot(service, owner, site);
    const { distributor: token } = await tokensOf(service, root.id);
    await configure(service, owner, site, { distributorCanGenerateChildQrs: true });
    await service.call(dora, 'POST', '/api/claim-qr', { token });
    const own = `/api/distributors/me/qrs/${root.id}`;
    const { body } = await split(dora, own, '1.00', '1.00', '1.00');
    await service.call(owner, 'POST', `${qrs}/${body.qrs[0].id}/deactivate`);
    expect((await split(dora, own, '1.00')).status).toBe(201);
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
