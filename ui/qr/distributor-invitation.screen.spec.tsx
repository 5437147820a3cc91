import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '../testing/audit.ts';
import { dialog, field, press } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';

const see = (text: string) => expect.element(dialog().getByText(text)).toBeVisible();
const email = 'partner@shop.example';

async function openLink(): Promise<void> {
  await openScreen(`/qr-management?site=${SITE.id}`, { viewport: PHONE });
  await page.getByRole('button', { name: 'More for Winter' }).click();
  await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
  await page.getByRole('tab', { name: 'Distributor Link' }).click();
  await expect.element(dialog().getByRole('heading', { name: 'Send it by e-mail' })).toBeVisible();
}

it('sends the distributor link of a QR by mail, and says what became of the mail', async () => {
  api.answerReads('empty');
  signIn('site_owner');
  openShop([QR]);
  api.on(calls.qrCode, codeOf(QR.name));
  await openLink();
  await field('E-mail').fill('not an address');
  await press('Send invitation');
  await expect.element(field('E-mail')).toBeInvalid();
  const mail = { id: QR.id, email, invitedAt: NOW.toISOString(), reason: null };
  api.on(calls.inviteDistributor, () => {
    api.on(calls.distributorInvitations, [{ ...mail, state: 'sent' }]);
    return { id: QR.id };
  });
  await field('E-mail').fill(email);
  await press('Send invitation');
  await see('Mail sent');
  await expect.element(field('E-mail')).toHaveValue('');
  expect(api.sent(calls.inviteDistributor).map(({ body }) => body)).toEqual([{ email }]);
  expect(await axeFindings()).toEqual([]);

  api.on(calls.distributorInvitations, [{ ...mail, state: 'bounced', reason: '550 No such user' }]);
  await openLink();
  await see('The mail was refused. Check the address. Answer of the mail server: 550 No such user');
  api.on(calls.signInMethods, { password: true, provider: false, mail: false });
  await openLink();
  await see('Mail is not set up here. Copy the link and send it yourself.');
  await expect.element(page.getByRole('button', { name: 'Send invitation' })).not.toBeInTheDocument();
});
