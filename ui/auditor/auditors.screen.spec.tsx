import type { AuditorAnswer } from '@perktree/contracts/auditor/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, seeText } from '../testing/forms.ts';
import { api, manualTime, NOW, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { filledRow } from '../testing/sample.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const UNTIL = '2026-06-30T22:00:00.000Z';
const ADA: AuditorAnswer = {
  ...{ id: ID, state: 'active', userId: 'user-auditor', name: 'Ada Auditor', email: 'ada@example.test' },
  ...{ invitedAt: NOW.toISOString(), expiresAt: NOW.toISOString(), joinedAt: NOW.toISOString(), endedAt: null },
  ...{ until: UNTIL, mail: null, timeZone: 'Europe/Madrid' },
};
const INVITED: AuditorAnswer = {
  ...{ ...ADA, id: ID.replace('1', '2'), state: 'invited', userId: null, name: null, email: 'new@example.test' },
  ...{ joinedAt: null, mail: { state: 'sent', reason: null } },
};
const LINK = {
  auditorId: ID,
  invitationUrl: 'https://perktree.example/auditor-invitations/x',
  expiresAt: UNTIL,
  until: UNTIL,
};

const text = (words: string | RegExp) => seeText(words);

const open = (path: string) => openScreen(path, { viewport: PHONE });

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  api.on(calls.auditors, [INVITED, ADA], { total: 2 });
});

it('auditors are invited to an address until a day, and the link is shown', async () => {
  api.on(calls.inviteAuditor, LINK);
  await open('/auditors');
  await page.getByLabelText('E-mail address').fill('ann@example.test');
  await button('90 days').click();
  await page.getByLabelText('Last day').fill('2026-12-31');
  await button('Invite').click();
  await text(LINK.invitationUrl);
  expect(api.bodies(calls.inviteAuditor)).toEqual([{ email: 'ann@example.test', until: '2026-12-31' }]);
});

it('auditors are listed with their last day in the zone of the business, ended after a question, and invitations are sent again', async () => {
  api.on(calls.endAuditor, { success: true });
  api.on(calls.renewAuditorInvitation, LINK);
  await open('/auditors');
  await text('Ada Auditor');
  await expect.element(page.getByText('Reads until Jun 30, 2026 (Europe/Madrid)').first()).toBeVisible();
  await button('Send the invitation of new@example.test again').click();
  await text(LINK.invitationUrl);
  await button('End the audit of Ada Auditor').click();
  await text(/(can read nothing from now on|no puede leer nada)/);
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await text('Audit ended');
  expect(api.params(calls.endAuditor)).toEqual([{ auditorId: ADA.id }]);
});

it('looks of auditors are shown to the owner', async () => {
  const look = filledRow(calls.looks, {
    ...{ call: 'GET /api/sites/:siteId/redemptions', area: 'Site reports', isEverywhere: false, siteName: 'Café Luna' },
    ...{ looks: 2, viewerName: 'Ada Auditor', role: 'auditor', subject: null, reason: null, note: null },
  });
  const view = filledRow(calls.looks, {
    ...{ ...look, id: ID.replace(/.$/, '9'), viewerName: 'Susan Super', role: 'superadmin', area: 'Support', looks: 1 },
    ...{ call: 'POST /api/admin/view-as', siteId: null, siteName: null, reason: 'payment_question' },
  });
  api.on(calls.looks, [look, view], { total: 2 });
  await open('/looks');
  await text('Redemptions and reports');
  await text(/Café Luna/);
  await text('2 looks');
  await text('Viewed the product as the owner: question about payments');
});

it('auditors accept an invitation that names business, inviter, address and last day', async () => {
  const { email } = userOf('customer');
  signIn('customer');
  const invitation = { business: 'Café Luna', invitedBy: 'Olivia Owner', email, expiresAt: UNTIL, until: UNTIL };
  api.on(calls.auditorInvitation, { ...invitation, timeZone: 'Europe/Madrid' });
  api.on(calls.acceptAuditorInvitation, { role: 'customer', tenantId: null, allRoles: ['auditor', 'customer'] });
  api.on(calls.switchRole, { role: 'auditor', tenantId: null, allRoles: ['auditor', 'customer'] });
  await open('/auditor-invitations/token-1');
  await text('Audit Café Luna');
  await text(/Olivia Owner .*Café Luna.* (June|Jun 30, 2026|30 jun 2026).*/);
  await button('Accept invitation').click();
  await expect.poll(() => opened).toEqual(['/audit']);
  expect(api.bodies(calls.switchRole)).toEqual([{ role: 'auditor' }]);
});

it('auditors see a redemption and its timeline without what writes notes', async () => {
  signIn('auditor');
  await open(`/support/redemption/${ID}`);
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(button('Open a dispute').query()).toBeNull();
  expect(api.sent(calls.noteDispute)).toEqual([]);
});

it('the mail of an invitation that waits is shown as sent once it is, without a reload', async () => {
  const answer = (state: 'queued' | 'sent') =>
    api.on(calls.auditors, [{ ...INVITED, mail: { state, reason: null } }], { total: 1 });
  api.on(calls.inviteAuditor, LINK);
  await open('/auditors');
  await page.getByLabelText('E-mail address').fill('ann@example.test');
  await button('90 days').click();
  const time = manualTime();
  answer('queued');
  (button('Invite').element() as HTMLElement).click();
  const shown = async () => {
    await time.advance(1_000);
    return document.body.textContent;
  };
  await expect.poll(shown).toContain('Mail is being sent');
  answer('sent');
  await expect.poll(shown).toContain('Mail sent');
});
