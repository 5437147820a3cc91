import { qrAnswer } from '@perktree/contracts/qr/answers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/derive-uuid.ts';
import {
  createRoot,
  createSite,
  customer,
  dora,
  emil,
  owner,
  PERCENT_OFFER,
  stranger,
  tokensOf,
} from '../testing/campaign.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let siteId: string;
beforeAll(async () => {
  service = await startTestService();
  siteId = await createSite(service);
});
afterAll(() => service.stop());

const qrs = (of = siteId) => `/api/sites/${of}/qrs`;
const splitBody = (...percents: string[]) => ({
  splits: percents.map((commissionPercent, index) => ({ name: `Child ${index}`, commissionPercent })),
});
async function claim(as: typeof dora, qrId: string) {
  const { distributorToken } = await tokensOf(service, qrId);
  return service.call(as, 'POST', '/api/claim-qr', { token: distributorToken });
}

describe('the QRs of a site', () => {
  it('are created, split and edited by its owner, each answered as the contract has it', async () => {
    const root = await createRoot(service, siteId);
    expect(root).toMatchObject({ status: 201, position: expect.stringMatching(/^\d+$/) });
    expect(qrAnswer.parse(root.body)).toMatchObject({
      ...{ siteId, commissionPercent: '10.00', availableCommission: 10, depth: 0, parentQrId: null },
      ...{ benefitDisplay: '20% Discount', currency: 'EUR', issuePeriod: 1, isExpired: false, isClaimed: false },
      expiresAtUtc: '2026-05-02T10:00:00.000Z',
    });
    const split = await service.call(owner, 'POST', `${qrs()}/${root.body.id}/split`, splitBody('4', '2.5'));
    expect(split.status).toBe(201);
    expect(split.body.qrs.map((qr: unknown) => qrAnswer.parse(qr))).toMatchObject([
      { parentQrId: root.body.id, commissionPercent: '4.00', depth: 1, discountPercent: 20, maxRedemptions: 3 },
      { parentQrId: root.body.id, commissionPercent: '2.50' },
    ]);
    const edit = await service.call(owner, 'PUT', `${qrs()}/${root.body.id}`, { name: 'Autumn' });
    expect(qrAnswer.parse(edit.body)).toMatchObject({ name: 'Autumn', availableCommission: 3.5 });
  });

  it('take siblings, with the site’s sibling percent where none is named', async () => {
    const { body: root } = await createRoot(service, siteId);
    const sibling = { name: 'Beside', ...PERCENT_OFFER, parentQrId: root.id };
    const { status, body } = await service.call(owner, 'POST', qrs(), { ...sibling, siteId });
    expect(status).toBe(201);
    expect(qrAnswer.parse(body)).toMatchObject({ parentQrId: root.id, commissionPercent: '1.00', depth: 1 });
    const elsewhere = await service.call(owner, 'POST', qrs(), { ...sibling, siteId: deriveUuid('elsewhere') });
    expect(elsewhere).toMatchObject({ status: 400, body: { issues: [{ path: 'siteId' }] } });
  });

  it('refuse what breaks a rule, with code and sentence, and nothing of it is stored', async () => {
    const { body: root } = await createRoot(service, siteId);
    const head = await service.deps.store.head();
    const tooMuch = await service.call(owner, 'POST', `${qrs()}/${root.id}/split`, splitBody('5', '5.01'));
    expect(tooMuch).toMatchObject({
      status: 400,
      body: { code: 'COMMISSION_TOO_HIGH', message: 'Maximum available commission is 10.00%' },
    });
    const twoBenefits = { name: 'Both', ...PERCENT_OFFER, textReward: 'Tea' };
    expect(await service.call(owner, 'POST', qrs(), twoBenefits)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'textReward' }] },
    });
    expect((await service.call(owner, 'POST', qrs(), { name: 'None', type: 'TEXT_REWARD' })).status).toBe(400);
    expect(await service.deps.store.head()).toBe(head);
  });

  it('are reissued, deactivated and released', async () => {
    const { body: root } = await createRoot(service, siteId);
    await claim(dora, root.id);
    const act = (action: string) => service.call(owner, 'POST', `${qrs()}/${root.id}/${action}`);
    expect((await act('release-claim')).body).toMatchObject({ isClaimed: false });
    expect(await act('release-claim')).toMatchObject({ status: 409, body: { code: 'NOT_CLAIMED' } });
    expect((await act('deactivate')).body).toMatchObject({ isActive: false });
    expect(await act('deactivate')).toMatchObject({ status: 200, position: undefined });
    expect((await act('activate')).body).toMatchObject({ isActive: true });
    expect(await act('reissue')).toMatchObject({ status: 409, body: { code: 'QR_STILL_VALID' } });
    service.now = new Date('2026-05-02T10:00:00.000Z');
    expect((await act('reissue')).body).toMatchObject({ issuePeriod: 2, expiresAtUtc: '2026-05-03T10:00:00.000Z' });
    service.now = new Date('2026-05-01T10:00:00.000Z');
  });
});

describe('another tenant’s, another site’s and no one’s QR', () => {
  it('answer the same', async () => {
    const { body: root } = await createRoot(service, siteId);
    const ownSite = await createSite(service);
    const unknown = deriveUuid('unknown');
    const strip = ({ status, body: { message, code } }: Awaited<ReturnType<TestService['call']>>) => ({
      ...{ status, message, code },
    });
    const edit = async (as: typeof owner, site: string, qr: string) =>
      strip(await service.call(as, 'PUT', `${qrs(site)}/${qr}`, { name: 'Mine' }));
    const siteNotFound = { status: 404, code: 'SITE_NOT_FOUND', message: 'This site does not exist.' };
    const qrNotFound = { status: 404, code: 'QR_NOT_FOUND', message: 'This QR code does not exist.' };
    expect(await edit(stranger, siteId, root.id)).toEqual(siteNotFound);
    expect(await edit(stranger, unknown, root.id)).toEqual(siteNotFound);
    expect(await edit(owner, ownSite, root.id)).toEqual(qrNotFound);
    expect(await edit(owner, ownSite, unknown)).toEqual(qrNotFound);
    expect(await edit(dora, siteId, root.id)).toEqual(qrNotFound);
    expect(await edit(dora, unknown, root.id)).toEqual(qrNotFound);
    const create = (site: string) => service.call(dora, 'POST', qrs(site), { name: 'New', ...PERCENT_OFFER });
    expect(strip(await create(await createSite(service)))).toEqual(siteNotFound);
    expect(strip(await create(unknown))).toEqual(siteNotFound);
  });
});

describe('a distributor', () => {
  it('claims, edits name and link, splits its own, and makes a root beside', async () => {
    const { body: root } = await createRoot(service, siteId);
    expect(await claim(dora, root.id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await claim(dora, root.id)).toMatchObject({ status: 200, body: { success: true }, position: undefined });
    const edit = (body: object) => service.call(dora, 'PUT', `${qrs()}/${root.id}`, body);
    expect((await edit({ name: 'Mine' })).body).toMatchObject({ name: 'Mine', isClaimed: true, internalName: null });
    expect(await edit({ name: 'Mine', maxRedemptions: null })).toMatchObject({
      status: 403,
      body: { code: 'NOT_ALLOWED' },
    });
    const split = `/api/distributors/me/qrs/${root.id}/split`;
    expect((await service.call(dora, 'POST', split, splitBody('2'))).status).toBe(201);
    expect((await service.call(emil, 'POST', split, splitBody('2'))).status).toBe(404);
    expect((await service.call(dora, 'POST', qrs(), { name: 'New', ...PERCENT_OFFER })).status).toBe(201);
    expect((await service.call(dora, 'POST', `${qrs()}/${root.id}/deactivate`)).status).toBe(403);
  });

  it('gets the reason why it cannot claim, with success false', async () => {
    const { body: root } = await createRoot(service, siteId);
    const { customerToken } = await tokensOf(service, root.id);
    const post = (token: string) => service.call(dora, 'POST', '/api/claim-qr', { token });
    const no = (status: number, code: string) => ({ status, body: { success: false, code } });
    expect(await post('nonsense')).toMatchObject(no(400, 'CLAIM_INVALID'));
    expect(await post(customerToken)).toMatchObject(no(400, 'WRONG_TOKEN_KIND'));
    expect(await claim(customer, root.id)).toMatchObject(no(403, 'CLAIM_NOT_ALLOWED'));
    const ownerToo = { ...owner, allRoles: ['site_owner', 'distributor'] } as const;
    expect(await claim(ownerToo, root.id)).toMatchObject(no(403, 'CLAIM_NOT_ALLOWED'));
    await claim(emil, root.id);
    expect(await claim(dora, root.id)).toMatchObject(no(409, 'ALREADY_CLAIMED'));
    service.now = new Date('2026-05-09T10:00:00.000Z');
    const { body: other } = await createRoot(service, siteId);
    service.now = new Date('2026-05-11T10:00:00.000Z');
    expect(await claim(dora, other.id)).toMatchObject(no(400, 'QR_EXPIRED'));
    service.now = new Date('2026-05-01T10:00:00.000Z');
    expect(await service.call(null, 'POST', '/api/claim-qr', { token: 'x' })).toMatchObject({ status: 401 });
  });
});
