import { lastPart, openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { expect, it, vi } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'a');
const { owner, customer, siteId } = business;

const path = () => `/api/sites/${business.siteId}/staff-invitations`;
const invite = async (email: string) => {
  const { invitationUrl } = await business.owner.must('POST', path(), { email });
  return `/api/staff-invitations/${lastPart(invitationUrl)}/accept`;
};

it('withdraws an invitation: its link works no more, and doing it again changes nothing', async () => {
  const accept = await invite('late@example.test');
  const [{ invitationId }] = await owner.must('GET', path());
  expect((await customer.call('DELETE', `${path()}/${invitationId}`)).status).toBe(403);
  for (let n = 0; n < 2; n += 1) await owner.must('DELETE', `${path()}/${invitationId}`);
  expect(await owner.must('GET', path())).toEqual([]);
  const late = await new Visitor(composed.app, 'late').register('customer');
  expect((await late.call('POST', accept)).body.code).toBe('INVITATION_INVALID');
  const unknown = `${path()}/${business.qrId}`;
  expect((await owner.call('DELETE', unknown)).body.code).toBe('INVITATION_NOT_FOUND');
});

it('binds an invitation to an address that a sign-in provider has verified', async () => {
  const [invited, other] = [
    await new Visitor(composed.app, 'invited').register('customer'),
    await new Visitor(composed.app, 'other').register('customer'),
  ];
  await composed.pool.query('UPDATE identity.users SET email_verified = true WHERE id = $1', [invited.id]);
  const accept = await invite(invited.email);
  expect(await owner.must('GET', path())).toMatchObject([{ email: invited.email, expiresAt: expect.any(String) }]);
  const refused = await other.call('POST', accept);
  expect([refused.status, refused.body.code]).toEqual([403, 'INVITATION_FOR_OTHER_ACCOUNT']);
  await invited.must('POST', accept);
  expect(await owner.must('GET', path())).toEqual([]);
  const staff: readonly { userId: string }[] = await owner.must('GET', `/api/sites/${siteId}/staff`);
  expect(staff.map(({ userId }) => userId)).toContain(invited.id);
  expect(staff.map(({ userId }) => userId)).not.toContain(other.id);
});

it('gives no role to a person who is removed while accepting', async () => {
  const quick = await new Visitor(composed.app, 'quick').register('customer');
  const accept = await invite(quick.email);
  const { accounts } = composed.identity;
  const close = accounts.closeInvitation;
  const isStored = vi.spyOn(accounts, 'closeInvitation').mockImplementationOnce(async (of) => {
    await owner.must('DELETE', `/api/sites/${siteId}/staff/${quick.id}`);
    return close(of);
  });
  expect((await quick.call('POST', accept)).body.code).toBe('INVITATION_INVALID');
  isStored.mockRestore();
  expect((await quick.must('GET', '/api/auth/user-role')).allRoles).toEqual(['customer']);
});

it('says to the holder of the link who invites whom', async () => {
  const accept = await invite('Bound@Example.Test');
  const link = accept.replace('/accept', '');
  const holder = await new Visitor(composed.app, 'with-the-link').register('customer');
  const expiresAt = expect.any(String);
  const shown = { site: 'Café a', invitedBy: 'owner-a', email: 'bound@example.test', expiresAt };
  for (const visitor of [new Visitor(composed.app, 'signed-out'), holder]) {
    expect(await visitor.must('GET', link)).toEqual(shown);
  }
  await owner.must('PUT', '/api/me/profile', { firstName: null, lastName: null });
  await expect.poll(() => holder.must('GET', link)).toEqual({ ...shown, invitedBy: null });
  const [{ invitationId }] = await owner.must('GET', path());
  await owner.must('DELETE', `${path()}/${invitationId}`);
  expect((await holder.call('GET', link)).body.code).toBe('INVITATION_INVALID');
});

it('is accepted once, by its very token; a person who works at two sites stays staff until both have removed them', async () => {
  await subscribe(owner, 'pro');
  const { id: second } = await owner.must('POST', '/api/sites', { name: 'Second', currency: 'EUR' });
  const [ann, bob] = [
    await new Visitor(composed.app, 'ann').register('customer'),
    await new Visitor(composed.app, 'bob').register('customer'),
  ];
  const link = await invite(ann.email);
  await ann.must('POST', link);
  const token = link.split('/').at(-2) ?? '';
  for (const bad of [token, `${token.slice(0, -4)}AAAA`, 'x', `${token}=`]) {
    const { body } = await bob.call('POST', `/api/staff-invitations/${bad}/accept`);
    expect(body.code).toBe('INVITATION_INVALID');
  }
  expect((await owner.call('POST', await invite(owner.email))).status).toBe(409);
  const other = await owner.must('POST', `/api/sites/${second}/staff-invitations`, { email: ann.email });
  await ann.must('POST', `/api/staff-invitations/${lastPart(other.invitationUrl)}/accept`);

  const roles = async () => (await ann.must('GET', '/api/auth/user-role')).allRoles;
  await owner.must('DELETE', `/api/sites/${siteId}/staff/${ann.id}`);
  expect(await roles()).toEqual(['staff', 'customer']);
  await owner.must('DELETE', `/api/sites/${second}/staff/${ann.id}`);
  expect(await roles()).toEqual(['customer']);
});
