import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart, openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import type { DueMail } from '@perktree/contracts/notification/mail';
import { expect, it } from 'vitest';

const log: string[] = [];

const take = async () => {
  const mails = await composed.identity.outbox.take(200);
  return mails.filter(({ kind }) => kind === 'invite_distributor');
};
const taken = async (): Promise<DueMail> => {
  const [mail, ...others] = await take();
  if (mail === undefined || others.length > 0) throw new Error('expected one invitation');
  return mail;
};
const pathOf = (qrId = business.unclaimedQrId) => `/api/sites/${business.siteId}/qrs/${qrId}/distributor-invitations`;
const invite = (who: Visitor, email: string, qrId?: string) => who.call('POST', pathOf(qrId), { email });
const codeOf = async (who: Visitor, qrId: string) => (await invite(who, 'code@shop.example', qrId)).body.code;
/** A split of the distributor's own QR. */
const split = async (name: string): Promise<string> => {
  const body = { splits: [{ name, commissionPercent: '1.00' }] };
  const { qrs } = await business.distributor.must('POST', `/api/distributors/me/qrs/${business.qrId}/split`, body);
  return qrs[0].id;
};

const composed = await useComposedApp({ mail: 'mailbox', log });
const business = await openBusiness(composed.app, 'promoted');
const { owner, siteId, unclaimedQrId, distributor, customer, qrId } = business;
await subscribe(business.owner, 'ultra');
await take();

it('mails the claim link of a QR, and shows the sender alone what became of the mail', async () => {
  const { id } = await owner.must('POST', pathOf(), { email: ' New.Partner@shop.example ' });
  const mail = await taken();
  const { distributorUrl } = await owner.must('GET', `/api/sites/${siteId}/qrs/${unclaimedQrId}/qrcode`);
  expect(mail).toMatchObject({
    ...{ kind: 'invite_distributor', token: lastPart(distributorUrl) },
    data: { site: 'Café promoted', siteId, inviter: 'owner-promoted' },
    to: { address: 'new.partner@shop.example', name: null },
  });
  expect(await owner.must('GET', pathOf())).toMatchObject([
    { id, email: 'new.partner@shop.example', state: 'queued', reason: null },
  ]);
  await composed.identity.outbox.sent(mail);

  await owner.must('POST', pathOf(), { email: 'gone@shop.example' });
  await composed.identity.outbox.bounced(await taken(), '550 No such user');
  expect(await owner.must('GET', pathOf())).toMatchObject([
    { email: 'gone@shop.example', state: 'bounced', reason: '550 No such user' },
    { email: 'new.partner@shop.example', state: 'sent', reason: null },
  ]);
  const { sentInvitations } = await owner.must('GET', '/api/me/export');
  expect(sentInvitations).toMatchObject([
    { email: 'gone@shop.example', siteId, qrId: unclaimedQrId },
    { email: 'new.partner@shop.example' },
  ]);
  const colleague = await new Visitor(composed.app, 'other-owner').register('business');
  expect((await colleague.call('GET', pathOf())).status).toBe(404);

  // The link works for any distributor, not only for the invited one.
  const other = await new Visitor(composed.app, 'uninvited').register('distributor');
  await other.must('POST', '/api/claim-qr', { token: mail.token });
  expect(await codeOf(owner, unclaimedQrId)).toBe('ALREADY_CLAIMED');
});

it('lets distributors invite to QRs that they may split and that can be claimed, and see their own invitations', async () => {
  const child = await split('Child');
  expect((await invite(distributor, 'below@shop.example', child)).status).toBe(202);
  expect((await taken()).to.address).toBe('below@shop.example');
  expect(await distributor.must('GET', pathOf(child))).toMatchObject([{ email: 'below@shop.example' }]);
  expect(await owner.must('GET', pathOf(child))).toEqual([]);

  expect(await codeOf(distributor, qrId)).toBe('ALREADY_CLAIMED');
  expect(await codeOf(customer, child)).toBe('NOT_ALLOWED');
  const stranger = await new Visitor(composed.app, 'stranger').register('distributor');
  expect(await codeOf(stranger, child)).toBe('QR_NOT_FOUND');
  expect((await stranger.call('GET', pathOf(child))).body.code).toBe('QR_NOT_FOUND');

  const site = `/api/sites/${siteId}`;
  const configuration = await owner.must('GET', `${site}/config`);
  await owner.must('PUT', `${site}/config`, { ...configuration, distributorCanGenerateChildQrs: false });
  expect(await codeOf(distributor, child)).toBe('SPLITTING_NOT_ALLOWED');
  expect((await invite(owner, 'by-owner@shop.example', child)).status).toBe(202);
  await owner.must('PUT', `${site}/config`, configuration);
  await owner.must('POST', `${site}/qrs/${child}/deactivate`);
  expect(await codeOf(owner, child)).toBe('QR_INACTIVE');
  expect((await take()).map(({ to }) => to.address)).toEqual(['by-owner@shop.example']);
});

it('keeps the address out of events, mails, kept answers and the log, and deletes it with the mail', async () => {
  const qrId = await split('Private');
  await business.owner.must('POST', pathOf(qrId), { email: 'secret-address@shop.example' });
  await composed.identity.outbox.bounced(await taken(), '550 unknown');
  const rowsWith = async (table: string) =>
    (await composed.pool.query(`SELECT 1 FROM ${table} t WHERE to_jsonb(t)::text LIKE '%secret-address%'`)).rowCount;
  for (const table of ['event_store.events', 'identity.mails', 'identity.idempotency_keys', 'identity.failed_attempts'])
    expect(await rowsWith(table), table).toBe(0);
  expect(log.join()).not.toContain('secret-address');
  expect(await rowsWith('identity.distributor_invitations')).toBe(1);

  await composed.pool.query("UPDATE identity.mails SET settled_at = settled_at - interval '29 days'");
  await composed.identity.deleteExpired();
  expect(await rowsWith('identity.distributor_invitations')).toBe(1);
  await composed.pool.query("UPDATE identity.mails SET settled_at = settled_at - interval '2 days'");
  await composed.identity.deleteExpired();
  expect(await rowsWith('identity.distributor_invitations')).toBe(0);
});

it('is in the language of the account that has the address, and goes with it', async () => {
  const qrId = await split('Erased');
  const invited = new Visitor(composed.app, 'invited-later');
  await business.owner.must('POST', pathOf(qrId), { email: invited.email });
  await invited.register('distributor');
  await composed.pool.query('UPDATE identity.users SET email_verified = true WHERE id = $1', [invited.id]);
  const exported = await invited.must('GET', '/api/me/export');
  expect(exported.invitations).toMatchObject([{ siteId: business.siteId }]);
  await invited.must('POST', '/api/me/erase', { password: 'correct horse battery' });
  expect(await take()).toEqual([]);
  expect(await business.owner.must('GET', pathOf(qrId))).toEqual([]);

  const spanish = await new Visitor(composed.app, 'spanish').register('distributor');
  await composed.pool.query("UPDATE identity.users SET language = 'es' WHERE email = $1", [spanish.email]);
  await business.owner.must('POST', pathOf(qrId), { email: spanish.email });
  expect(await taken()).toMatchObject({ language: 'es' });
});

it('says that no mail is set up, where that is so', async () => {
  const without = await startComposedApp();
  try {
    const { owner, siteId, unclaimedQrId } = await openBusiness(without.app, 'copied');
    const path = `/api/sites/${siteId}/qrs/${unclaimedQrId}/distributor-invitations`;
    expect((await owner.call('POST', path, { email: 'a@shop.example' })).body.code).toBe('MAIL_NOT_SET_UP');
    expect(await owner.must('GET', path)).toEqual([]);
  } finally {
    await without.close();
  }
});
