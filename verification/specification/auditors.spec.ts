import { lastPart, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { addDays, dayIn } from '@perktree/contracts/kernel/time-zone';
import { describe, expect, it, vi } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'a');
const { owner, siteId, customer, redemptionId } = business;
const other = await openBusiness(composed.app, 'b');
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);

const ZONE = 'Pacific/Kiritimati';
const inDays = (days: number, zone = 'UTC') => addDays(dayIn(zone, composed.clock().getTime()), days);

async function invited(inviter: Visitor, name: string) {
  const auditor = await new Visitor(composed.app, name).register('customer');
  const invitation = await inviter.must('POST', '/api/auditors', { email: auditor.email, until: inDays(30) });
  return { auditor, ...invitation, link: `/api/auditor-invitations/${lastPart(invitation.invitationUrl)}` };
}

async function auditorOf(inviter: Visitor, name: string) {
  const { auditor, link, auditorId } = await invited(inviter, name);
  await auditor.must('POST', `${link}/accept`);
  await auditor.must('POST', '/api/auth/active-role', { role: 'auditor' });
  return { auditor, auditorId };
}

describe('an auditor of a business', () => {
  it('is invited to an address for days of the business, and joins with the account of the address alone', async () => {
    await owner.must('PUT', `/api/sites/${siteId}/config`, { timeZone: ZONE });
    const { auditor, link, auditorId, until } = await invited(owner, 'ann');
    for (const days of [-1, 731]) {
      const wrong = await owner.call('POST', '/api/auditors', { email: 'x@example.test', until: inDays(days, ZONE) });
      expect(wrong.body.code).toBe('AUDIT_DAY_OUT_OF_RANGE');
    }
    expect(dayIn(ZONE, Date.parse(until) - 1)).toBe(inDays(30));
    expect(dayIn(ZONE, Date.parse(until))).toBe(addDays(inDays(30), 1));
    const shown = await new Visitor(composed.app, 'signed-out').must('GET', link);
    const invitation = { business: 'Café a', invitedBy: 'owner-a', email: auditor.email, until, timeZone: ZONE };
    expect(shown).toMatchObject(invitation);
    const refused = await customer.call('POST', `${link}/accept`);
    expect([refused.status, refused.body.code]).toEqual([403, 'INVITATION_FOR_OTHER_ACCOUNT']);
    expect(await owner.must('GET', '/api/auditors?q=ann')).toMatchObject([
      { id: auditorId, state: 'invited', email: auditor.email, userId: null, until, timeZone: ZONE },
    ]);
    for (let n = 0; n < 2; n += 1) {
      expect((await auditor.must('POST', `${link}/accept`)).allRoles).toEqual(['auditor', 'customer']);
    }
    expect(await owner.must('GET', '/api/auditors?show=active')).toMatchObject([
      { id: auditorId, state: 'active', name: 'ann', userId: auditor.id },
    ]);
    expect(await superadmin.must('GET', '/api/auditors')).toEqual([]);
    expect(await other.owner.must('GET', '/api/auditors')).toEqual([]);
  });

  it('finds that business and no other, and sees no address', async () => {
    const { auditor } = await auditorOf(owner, 'bea');
    const sites = await auditor.must('GET', '/api/me/sites');
    expect(sites.map(({ id }: { id: string }) => id)).toEqual([siteId]);
    const ledger: { siteId: string }[] = await auditor.must('GET', '/api/distributors/me/ledger');
    expect(new Set(ledger.map((entry) => entry.siteId))).toEqual(new Set([siteId]));
    expect(await auditor.must('GET', '/api/distributors/me/payout-stats')).toMatchObject({ timeZone: ZONE });
    expect(await auditor.must('GET', `/api/support/redemption/${redemptionId}`)).toMatchObject({ email: null });
    const found = await auditor.must('POST', '/api/support/search', { q: business.customer.email });
    expect(found).toMatchObject([{ kind: 'customer', email: null }]);
    expect(await auditor.must('POST', '/api/support/search', { q: other.redemptionId })).toEqual([]);
    expect(await auditor.must('GET', '/api/me/dashboard')).toMatchObject({ redemptions: 1 });
  });

  it('who owns another business reads of the audited one what auditors may, and no more', async () => {
    const body = { email: other.owner.email, until: inDays(1) };
    const { auditorId, invitationUrl } = await owner.must('POST', '/api/auditors', body);
    const accept = `/api/auditor-invitations/${lastPart(invitationUrl)}/accept`;
    await other.owner.must('POST', accept);
    const reads = (path: string) => other.owner.call('GET', `/api/sites/${siteId}/${path}`);
    expect((await reads('audit')).status).toBe(200);
    expect((await reads('brand')).body.code).toBe('SITE_NOT_FOUND');
    expect((await reads('qrs/labels')).body.code).toBe('SITE_NOT_FOUND');
    // In the role of an owner: its own business alone.
    const ledger: { siteId: string }[] = await other.owner.must('GET', '/api/distributors/me/ledger');
    expect(new Set(ledger.map((entry) => entry.siteId))).toEqual(new Set([other.siteId]));
    await owner.must('DELETE', `/api/auditors/${auditorId}`);
    expect((await reads('audit')).body.code).toBe('SITE_NOT_FOUND');
  });

  it('is ended at once, and an invitation that is withdrawn or sent again has no earlier link', async () => {
    const { auditor, auditorId } = await auditorOf(owner, 'cat');
    const audit = () => auditor.call('GET', `/api/sites/${siteId}/audit`);
    expect((await audit()).status).toBe(200);
    for (let n = 0; n < 2; n += 1) await owner.must('DELETE', `/api/auditors/${auditorId}`);
    expect((await audit()).body.code).toBe('NOT_ALLOWED');
    expect(await owner.must('GET', '/api/auditors?q=cat')).toMatchObject([{ state: 'ended' }]);

    const { auditor: dan, link, auditorId: pending } = await invited(owner, 'dan');
    const { invitationUrl } = await owner.must('POST', `/api/auditors/${pending}/invitation`);
    expect((await dan.call('POST', `${link}/accept`)).body.code).toBe('INVITATION_INVALID');
    await owner.must('DELETE', `/api/auditors/${pending}`);
    const again = `/api/auditor-invitations/${lastPart(invitationUrl)}/accept`;
    expect((await dan.call('POST', again)).body.code).toBe('INVITATION_INVALID');
    expect((await other.owner.call('DELETE', `/api/auditors/${pending}`)).body.code).toBe('AUDITOR_NOT_FOUND');
  });

  it('that is ended while the invitation is being accepted reads nothing', async () => {
    const { auditor, link, auditorId } = await invited(owner, 'gus');
    const { accounts } = composed.identity;
    const close = accounts.closeInvitation;
    const isStored = vi.spyOn(accounts, 'closeInvitation').mockImplementationOnce(async (of) => {
      await owner.must('DELETE', `/api/auditors/${auditorId}`);
      return close(of);
    });
    expect((await auditor.call('POST', `${link}/accept`)).body.code).toBe('INVITATION_INVALID');
    isStored.mockRestore();
    expect((await auditor.must('GET', '/api/auth/user-role')).allRoles).toEqual(['customer']);
  });

  it('stays on the list as active where the call that ends it fails in between', async () => {
    const { auditor, auditorId } = await auditorOf(owner, 'kim');
    const ends = vi.spyOn(composed.identity.accounts, 'endAudit').mockRejectedValueOnce(new Error('killed'));
    expect((await owner.call('DELETE', `/api/auditors/${auditorId}`)).status).toBe(500);
    ends.mockRestore();
    expect(await owner.must('GET', '/api/auditors?q=kim')).toMatchObject([{ state: 'active' }]);
    await owner.must('DELETE', `/api/auditors/${auditorId}`);
    expect((await auditor.must('GET', '/api/auth/user-role')).allRoles).toEqual(['customer']);
  });

  it('ends with the business, and events name no person', async () => {
    const closing = await openBusiness(composed.app, 'closing');
    const { auditor } = await auditorOf(closing.owner, 'eve');
    expect((await auditor.call('GET', `/api/sites/${closing.siteId}/audit`)).status).toBe(200);
    await closing.owner.must('POST', '/api/me/erase', { password: 'correct horse battery', closeBusiness: true });
    expect((await auditor.call('GET', `/api/sites/${closing.siteId}/audit`)).body.code).toBe('NOT_ALLOWED');
    const ofAuditors = `SELECT string_agg(data::text, '') AS text FROM event_store.events WHERE stream LIKE 'auditors-%'`;
    expect((await composed.pool.query(ofAuditors)).rows[0].text).not.toMatch(/example\.test/);
  });
});

it('an auditor of the platform is invited by a superadmin and reads all businesses, without addresses', async () => {
  const { auditor, auditorId } = await auditorOf(superadmin, 'fay');
  expect(await superadmin.must('GET', '/api/auditors')).toMatchObject([{ id: auditorId }]);
  for (const { siteId } of [business, other]) {
    expect((await auditor.call('GET', `/api/sites/${siteId}/audit`)).status).toBe(200);
  }
  expect((await auditor.must('GET', '/api/me/sites')).length).toBeGreaterThan(1);
  const found = await auditor.must('POST', '/api/support/search', { q: other.customer.email });
  expect(found).toMatchObject([{ email: null }]);
  expect((await auditor.call('GET', '/api/admin/projections')).body.code).toBe('NOT_ALLOWED');
});

describe('looks at records', () => {
  const looksOf = (who: Visitor, query = '') => who.must('GET', `/api/looks${query}`);

  it('of auditors and superadmins are shown to the owner, of whom they name; those of the owner are not', async () => {
    const looked = await openBusiness(composed.app, 'looked');
    const { auditor } = await auditorOf(looked.owner, 'gil');
    await looked.owner.must('GET', `/api/sites/${looked.siteId}/redemptions`);
    expect(await looksOf(looked.owner, '?q=redemptions')).toEqual([]);
    for (let n = 0; n < 2; n += 1) await auditor.must('GET', `/api/sites/${looked.siteId}/redemptions`);
    await auditor.must('GET', `/api/support/redemption/${looked.redemptionId}`);
    expect((await auditor.call('GET', `/api/sites/${other.siteId}/redemptions`)).status).toBe(404);
    await superadmin.must('GET', `/api/sites/${looked.siteId}/flags`);
    const shown: { call: string }[] = await looksOf(looked.owner, '?show=auditor&q=gil');
    const calls = ['GET /api/sites/:siteId/redemptions', 'GET /api/support/:kind/:id'];
    expect(shown.map(({ call }) => call).toSorted()).toEqual(calls);
    expect(await looksOf(looked.owner, '?q=redemptions')).toMatchObject([
      {
        role: 'auditor',
        viewerName: 'gil',
        viewerId: auditor.id,
        looks: 2,
        siteName: 'Café looked',
        area: 'Site reports',
      },
    ]);
    expect(await looksOf(looked.owner, `?q=${looked.redemptionId}`)).toMatchObject([
      { subject: `redemption ${looked.redemptionId}`, isEverywhere: false },
    ]);
    expect(await looksOf(looked.owner, '?q=flags&show=superadmin')).toMatchObject([{ viewerId: superadmin.id }]);
    const ids = async (who: Visitor) => (await looksOf(who)).map(({ id }: { id: string }) => id).toSorted();
    expect(await ids(auditor)).toEqual(await ids(looked.owner));
    expect(await looksOf(auditor, '?q=flags')).toMatchObject([{ viewerId: superadmin.id, role: 'superadmin' }]);
  });

  it('at all businesses are shown to each owner, without what they named', async () => {
    await superadmin.must('GET', `/api/support/redemption/${other.redemptionId}`);
    const everywhere = await looksOf(business.owner, '?show=superadmin&q=support');
    expect(everywhere[0]).toMatchObject({ isEverywhere: true, subject: null, viewerId: superadmin.id });
    const { auditor } = await auditorOf(business.owner, 'ida');
    expect((await looksOf(auditor, '?show=superadmin&q=support'))[0]).toEqual(everywhere[0]);
    expect((await looksOf(other.owner, '?q=ida')).length).toBe(0);
    await superadmin.must('POST', '/api/auth/active-role', { role: 'superadmin' });
    expect(await looksOf(superadmin, `?q=superadmin`)).not.toEqual([]);
  });

  it('are recorded before an auditor has the answer, or the answer is refused', async () => {
    const { auditor } = await auditorOf(business.owner, 'hal');
    const audit = () => auditor.call('GET', `/api/sites/${business.siteId}/audit`);
    await composed.pool.query('ALTER TABLE identity.looks RENAME TO looks_away');
    try {
      expect((await audit()).body.code).toBe('UNAVAILABLE');
      expect((await superadmin.call('GET', `/api/sites/${business.siteId}/audit`)).status).toBe(200);
    } finally {
      await composed.pool.query('ALTER TABLE identity.looks_away RENAME TO looks');
    }
    expect((await audit()).status).toBe(200);
  });
});
