import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart, type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, beforeAll, expect, it } from 'vitest';

let composed: ComposedApp;
let business: OpenBusiness;
beforeAll(async () => {
  composed = await startComposedApp({ mail: 'mailbox' });
  // People join this business before mails are sent.
  business = await openBusiness(composed.app, 'mailed');
});
afterAll(() => composed.close());

const path = () => `/api/sites/${business.siteId}/staff-invitations`;
const take = () => composed.identity.outbox.take(100);
const invite = async (email: string) => {
  const { invitationUrl } = await business.owner.must('POST', path(), { email });
  return lastPart(invitationUrl);
};

/** Invites people, which needs a verified address where mails are sent. */
async function verifiedOwner({ app, pool }: ComposedApp): Promise<Visitor> {
  const owner = await new Visitor(app, 'owner').register('business');
  await pool.query('UPDATE identity.users SET email_verified = true WHERE id = $1', [owner.id]);
  return owner;
}

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

it('keeps the address out of events and mails', async () => {
  await invite('secret-address@shop.example');
  const { rows } = await composed.pool.query<{ text: string }>(
    `SELECT to_jsonb(e)::text AS text FROM event_store.events e
     UNION ALL SELECT to_jsonb(m)::text FROM identity.mails m`,
  );
  expect(rows.map(({ text }) => text).join()).not.toContain('secret-address');
});

it('says first that an invitation is not good, before it asks for a verified address', async () => {
  const mailing = await startComposedApp({ mail: 'smtp' });
  try {
    const owner = await verifiedOwner(mailing);
    const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Café', currency: 'EUR' });
    const invited = await new Visitor(mailing.app, 'invited').register('customer');
    const invitations = `/api/sites/${siteId}/staff-invitations`;
    const { invitationUrl } = await owner.must('POST', invitations, { email: invited.email });
    const code = async () =>
      (await invited.call('POST', `/api/staff-invitations/${lastPart(invitationUrl)}/accept`)).body.code;
    expect(await code()).toBe('EMAIL_NOT_VERIFIED');
    const [{ invitationId }] = await owner.must('GET', invitations);
    await owner.must('DELETE', `${invitations}/${invitationId}`);
    expect(await code()).toBe('INVITATION_INVALID');
  } finally {
    await mailing.close();
  }
});

it('survives the erasure of an account that took the address without verifying it, and not of one that did', async () => {
  const mailing = await startComposedApp({ mail: 'smtp' });
  try {
    const visitor = (name: string) => new Visitor(mailing.app, name);
    const owner = await verifiedOwner(mailing);
    const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Café', currency: 'EUR' });
    const squatter = await visitor('invited').register('customer');
    const { invitationUrl } = await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, {
      email: squatter.email,
    });
    const accept = `/api/staff-invitations/${lastPart(invitationUrl)}/accept`;
    await squatter.must('POST', '/api/me/erase', { password: PASSWORD });
    const mailed = async (kind: string) =>
      (await mailing.identity.outbox.take(100)).find(
        (mail) => mail.kind === kind && mail.to.address === squatter.email,
      );
    expect(await mailed('invite_staff')).toMatchObject({ token: lastPart(invitationUrl) });

    const invited = await visitor('invited').register('customer');
    expect((await invited.call('POST', accept)).body.code).toBe('EMAIL_NOT_VERIFIED');
    await invited.must('POST', '/api/auth/verify-email', { token: (await mailed('verify_address'))?.token });
    expect(await invited.must('POST', accept)).toMatchObject({ allRoles: ['staff', 'customer'] });

    const { invitationUrl: second } = await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, {
      email: invited.email,
    });
    await invited.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await mailed('invite_staff')).toBeUndefined();
    const later = await visitor('invited').register('customer');
    const refused = await later.call('POST', `/api/staff-invitations/${lastPart(second)}/accept`);
    expect(refused.body.code).toBe('INVITATION_FOR_OTHER_ACCOUNT');
  } finally {
    await mailing.close();
  }
});

it('binds an invitation to its address, once mails are sent, and superadmins to verified ones', async () => {
  const mailing = await startComposedApp({ mail: 'smtp' });
  try {
    const visitor = (name: string) => new Visitor(mailing.app, name);
    const owner = await verifiedOwner(mailing);
    const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Café', currency: 'EUR' });
    const [invited, other] = [
      await visitor('invited').register('customer'),
      await visitor('other').register('customer'),
    ];
    const { invitationUrl } = await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, {
      email: invited.email,
    });
    const accept = `/api/staff-invitations/${lastPart(invitationUrl)}/accept`;

    const refusals = async () => [
      (await other.call('POST', accept)).body.code,
      (await invited.call('POST', accept)).body.code,
    ];
    expect(await refusals()).toEqual(['INVITATION_FOR_OTHER_ACCOUNT', 'EMAIL_NOT_VERIFIED']);
    await expect(mailing.identity.grantSuperadmin(invited.email)).rejects.toThrow('is not verified');

    const mails = await mailing.identity.outbox.take(100);
    const token = mails.find(({ kind, to }) => kind === 'verify_address' && to.address === invited.email)?.token;
    await invited.must('POST', '/api/auth/verify-email', { token });
    await invited.must('POST', accept);
    await mailing.identity.grantSuperadmin(invited.email);
  } finally {
    await mailing.close();
  }
});
