import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const composed = await useComposedApp({ mail: 'mailbox' });
// People join this business before mails are sent.
const business = await openBusiness(composed.app, 'mailed');

const path = () => `/api/sites/${business.siteId}/staff-invitations`;
const take = () => composed.identity.outbox.take(100);
const invite = async (email: string) => {
  const { invitationUrl } = await business.owner.must('POST', path(), { email });
  return lastPart(invitationUrl);
};

it('mails the link of an invitation to its address, and shows the owner what became of the mail', async () => {
  await take();
  const token = await invite('New.Staff@shop.example');
  expect(await business.owner.must('GET', path())).toMatchObject([{ mail: { state: 'queued', reason: null } }]);
  const [mail] = await take();
  expect(mail).toMatchObject({
    ...{ kind: 'invite_staff', token, attempt: 1 },
    to: { address: 'new.staff@shop.example', name: null },
    data: { site: 'Café mailed', inviter: 'owner-mailed' },
  });
  if (!mail) throw new Error('no mail was due');
  await composed.identity.outbox.sent(mail);
  expect(await business.owner.must('GET', path())).toMatchObject([{ mail: { state: 'sent' } }]);

  await invite('gone@shop.example');
  const [refused] = await take();
  if (!refused) throw new Error('no mail was due');
  await composed.identity.outbox.bounced(refused, '550 No such user');
  const [newest] = await business.owner.must('GET', path());
  expect(newest).toMatchObject({ email: 'gone@shop.example', mail: { state: 'bounced', reason: '550 No such user' } });
});

it('does not mail an invitation that was withdrawn before', async () => {
  await invite('late@shop.example');
  const [{ invitationId }] = await business.owner.must('GET', path());
  await business.owner.must('DELETE', `${path()}/${invitationId}`);
  expect(await take()).toEqual([]);
});

describe('where mails are sent', () => {
  let mailing: ComposedApp;
  let owner: Visitor;
  let invitations: string;
  beforeAll(async () => {
    mailing = await startComposedApp({ mail: 'smtp' });
    owner = await visitor('owner').register('business');
    const { id } = await owner.must('POST', '/api/sites', { name: 'Café', currency: 'EUR' });
    invitations = `/api/sites/${id}/staff-invitations`;
    // To invite people takes a verified address.
    const refused = await owner.call('POST', invitations, { email: 'stranger@shop.example' });
    expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await mailing.pool.query('UPDATE identity.users SET email_verified = true WHERE id = $1', [owner.id]);
  });
  afterAll(() => mailing.close());

  const visitor = (name: string) => new Visitor(mailing.app, name);
  /** @returns the token of the link */
  const inviteThere = async ({ email }: Visitor) =>
    lastPart((await owner.must('POST', invitations, { email })).invitationUrl);
  const accept = (who: Visitor, token: string) => who.call('POST', `/api/staff-invitations/${token}/accept`);
  const mailed = async (kind: string, { email }: Visitor) =>
    (await mailing.identity.outbox.take(100)).find((mail) => mail.kind === kind && mail.to.address === email);

  it('says first that an invitation is not good, before it asks for a verified address', async () => {
    const invited = await visitor('withdrawn').register('customer');
    const token = await inviteThere(invited);
    expect((await accept(invited, token)).body.code).toBe('EMAIL_NOT_VERIFIED');
    const [{ invitationId }] = await owner.must('GET', invitations);
    await owner.must('DELETE', `${invitations}/${invitationId}`);
    expect((await accept(invited, token)).body.code).toBe('INVITATION_INVALID');
  });

  it('survives the erasure of an account that took the address without verifying it, and not of one that did', async () => {
    const squatter = await visitor('taken').register('customer');
    const token = await inviteThere(squatter);
    await squatter.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await mailed('invite_staff', squatter)).toMatchObject({ token });

    const invited = await visitor('taken').register('customer');
    expect((await accept(invited, token)).body.code).toBe('EMAIL_NOT_VERIFIED');
    const verification = await mailed('verify_address', invited);
    await invited.must('POST', '/api/auth/verify-email', { token: verification?.token });
    expect(await accept(invited, token)).toMatchObject({ body: { allRoles: ['staff', 'customer'] } });

    const second = await inviteThere(invited);
    await invited.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await mailed('invite_staff', invited)).toBeUndefined();
    const later = await visitor('taken').register('customer');
    expect((await accept(later, second)).body.code).toBe('INVITATION_FOR_OTHER_ACCOUNT');
  });

  it('makes no superadmin of an address that is not verified', async () => {
    const { email } = await visitor('bound').register('customer');
    await expect(mailing.identity.grantSuperadmin(email)).rejects.toThrow('is not verified');
  });
});
