import { siteAnswer } from '@perktree/contracts/site/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../testing/calls.ts';
import { createSite, customer, owner, stranger } from '../testing/campaign.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { maxRedemptionsPerCustomer: _, ...configuration } = DEFAULT_SITE_CONFIGURATION;

describe('a site', () => {
  it('is created by a site owner and configured', async () => {
    const { status, body } = await service.call(owner, 'POST', '/api/sites', {
      ...{ name: ' Pier ', currency: 'GBP', timeZone: 'Pacific/Auckland' },
    });
    expect(status).toBe(201);
    expect(siteAnswer.parse(body)).toMatchObject({
      name: 'Pier',
      currency: 'GBP',
      isActive: true,
      timeZone: 'Pacific/Auckland',
    });
    const url = `/api/sites/${body.id}/config`;
    const put = { ...configuration, qrMinutesLife: 60, name: 'Pier 2' };
    const saved = await service.call(owner, 'PUT', url, put);
    expect(saved).toMatchObject({
      status: 200,
      body: { qrMinutesLife: 60, maxRedemptionsPerCustomer: 1 },
      position: expect.any(String),
    });
    expect(await service.call(owner, 'PUT', url, put)).toMatchObject({ status: 200, position: undefined });
  });

  it('has the time zone that its owner chose', async () => {
    const siteId = await createSite(service);
    const saved = await service.call(owner, 'PUT', `/api/sites/${siteId}/config`, { timeZone: 'America/New_York' });
    expect(saved.body).toEqual({ ...DEFAULT_SITE_CONFIGURATION, timeZone: 'America/New_York' });
  });

  it.each([
    [null, 401],
    [customer, 403],
    [stranger, 404],
  ])('is not configured by others', async (as, status) => {
    const siteId = await createSite(service);
    expect((await service.call(as, 'PUT', `/api/sites/${siteId}/config`, configuration)).status).toBe(status);
  });

  it.each([
    { minSplitPercent: '1e1' },
    { qrMinutesLife: 0 },
    { maxRedemptions: '3' },
    { commissionHoldDays: 8 },
    { timeZone: 'Mars/Base' },
    { surprise: 1 },
  ])('is not configured to %j', async (change) => {
    const siteId = await createSite(service);
    const put = service.call(owner, 'PUT', `/api/sites/${siteId}/config`, { ...configuration, ...change });
    expect(await put).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', issues: [{}] } });
  });
});

describe('staff', () => {
  const ann = person('ann', 'customer');
  const invite = async (siteId: string) => {
    const url = `/api/sites/${siteId}/staff-invitations`;
    const { body } = await service.call(owner, 'POST', url, { email: 'ann@example.org' });
    return { url: body.invitationUrl as string, token: (body.invitationUrl as string).split('/').at(-1) ?? '' };
  };
  const accept = (as: typeof ann, token: string) => service.call(as, 'POST', `/api/staff-invitations/${token}/accept`);

  it('is invited by a link, joins, and is removed with the role', async () => {
    const siteId = await createSite(service);
    const { url, token } = await invite(siteId);
    expect(url).toBe(`http://localhost:3000/staff-invitations/${token}`);
    expect(await accept(ann, token)).toMatchObject({
      status: 200,
      body: { role: 'customer', tenantId: null, allRoles: ['staff', 'customer'] },
    });
    expect([...(service.roles.get('ann') ?? [])]).toEqual(['staff']);
    const remove = () => service.call(owner, 'DELETE', `/api/sites/${siteId}/staff/ann`);
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
    expect([...(service.roles.get('ann') ?? [])]).toEqual([]);
    expect((await remove()).status).toBe(200);
    expect(await service.call(owner, 'DELETE', `/api/sites/${siteId}/staff/bob`)).toMatchObject({ status: 404 });
  });

  it('keeps the role while it is on another site', async () => {
    const [one, other] = [await createSite(service), await createSite(service)];
    await accept(ann, (await invite(one)).token);
    await accept(ann, (await invite(other)).token);
    await service.call(owner, 'DELETE', `/api/sites/${one}/staff/ann`);
    expect([...(service.roles.get('ann') ?? [])]).toEqual(['staff']);
    await service.call(owner, 'DELETE', `/api/sites/${other}/staff/ann`);
    expect([...(service.roles.get('ann') ?? [])]).toEqual([]);
  });

  it('cannot join by a token that is used, made up, or of another site', async () => {
    const siteId = await createSite(service);
    const { token } = await invite(siteId);
    await accept(ann, token);
    const forged = `${token.slice(0, -4)}AAAA`;
    for (const bad of [token, forged, 'x', `${token}=`]) {
      expect(await accept(person('bob', 'customer'), bad)).toMatchObject({ body: { code: 'INVITATION_INVALID' } });
    }
    expect(await accept(owner, (await invite(siteId)).token)).toMatchObject({ status: 409 });
  });

  it('leaves neither the token nor the address in the events', async () => {
    const { token } = await invite(await createSite(service));
    const stored = JSON.stringify((await service.deps.store.readAll(0n, 10_000)).map(({ data }) => data));
    expect(stored).toContain('tokenHash');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('ann@example.org');
  });
});
