import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { seeText } from '../testing/forms.ts';
import { api, NOW, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';

const PATH = '/staff-invitations/token-1';
const BACK = '/login?returnTo=%2Fstaff-invitations%2Ftoken-1';
const { email } = userOf('customer');
const INVITATION = { site: 'Café Luna', invitedBy: 'Olivia Owner', email, expiresAt: NOW.toISOString() };

beforeEach(() => {
  api.answerReads('empty');
  api.on(calls.staffInvitation, INVITATION);
});

const text = (words: string) => seeText(words);
const button = (name: string) => page.getByRole('button', { name });

const open = () => openScreen(PATH, { viewport: PHONE });

it('an invitation names business, inviter and address, and is accepted by the account with this address', async () => {
  signIn('customer');
  api.on(calls.acceptInvitation, { role: 'customer', tenantId: null, allRoles: ['staff', 'customer'] });
  api.on(calls.switchRole, { role: 'staff', tenantId: null, allRoles: ['staff', 'customer'] });
  await open();
  await text('Join the staff of Café Luna');
  await text('Olivia Owner of Café Luna invites you to validate redemptions.');
  await text(`The invitation is for ${email}. You are signed in with this address.`);
  await button('Accept invitation').click();
  await expect.poll(() => opened).toEqual(['/staff-validation']);
  expect(api.params(calls.acceptInvitation)).toEqual([{ token: 'token-1' }]);
});

it('an invitation tells another account which address it is for, and lets it switch', async () => {
  signIn('distributor');
  await open();
  const own = userOf('distributor').email;
  await text(`This invitation is for ${email}. You are signed in as ${own}.`);
  await expect.element(button('Accept invitation')).not.toBeInTheDocument();
  await button('Switch account').click();
  await expect.poll(() => opened).toEqual([`/api/logout?returnTo=${encodeURIComponent(BACK)}`]);
});

it('an invitation leads a visitor to log in or register, and back', async () => {
  signIn(null);
  api.on(calls.staffInvitation, { ...INVITATION, invitedBy: null });
  await open();
  await text('Café Luna invites you to validate redemptions.');
  const login = page.getByRole('link', { name: 'Log in' });
  await expect.element(login).toHaveAttribute('href', BACK);
  const register = page.getByRole('link', { name: 'Create account' });
  await expect.element(register).toHaveAttribute('href', BACK.replace('login', 'register'));
  // The pages of accounts are another document, which the router does not know.
  await register.click();
  await expect.poll(() => opened).toEqual([BACK.replace('login', 'register')]);
});

it('an invitation says that it is used or expired', async () => {
  signIn('customer');
  api.on(calls.staffInvitation, refusal(400, 'This invitation is invalid, used or expired.', 'INVITATION_INVALID'));
  await open();
  await text('This invitation is invalid, used or expired.');
});

it.each([
  ['en', 'Accept invitation', 'Send the mail again', 'Mail sent. The link works for 7 days and leads back here.'],
  ['es', 'Aceptar invitación', 'Enviar el correo de nuevo', 'Correo enviado. El enlace funciona'],
] as const)('an unverified address gets another mail, which leads back (%s)', async (...words) => {
  const [language, accept, again, sent] = words;
  signIn('customer', { emailVerified: false });
  api.on(calls.acceptInvitation, refusal(403, 'Verify your e-mail address first.', 'EMAIL_NOT_VERIFIED'));
  api.on(calls.resendVerification, {});
  await openScreen(PATH, { viewport: PHONE, language });
  await button(accept).click();
  await button(again).click();
  await seeText(sent, page, { exact: false });
  expect(api.bodies(calls.resendVerification)).toEqual([{ returnTo: PATH }]);
});
