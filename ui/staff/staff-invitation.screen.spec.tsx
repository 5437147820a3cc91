import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press } from '../testing/forms.ts';
import { api, NOW, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { inBoth, see, seeInBoth, type Words } from '../testing/see.ts';

const PATH = '/staff-invitations/token-1';
const BACK = '/login?returnTo=%2Fstaff-invitations%2Ftoken-1';
const { email } = userOf('customer');
const INVITATION = { site: 'Café Luna', invitedBy: 'Olivia Owner', email, expiresAt: NOW.toISOString() };

beforeEach(() => {
  api.answerReads('empty');
  api.on(calls.staffInvitation, INVITATION);
});

const open = () => openScreen(PATH);
const ACCEPT: Words = ['Accept invitation', 'Aceptar invitación'];

it('names business, inviter and address, and is accepted by the account with this address', async () => {
  signIn('customer');
  api.on(calls.acceptInvitation, { role: 'customer', tenantId: null, allRoles: ['staff', 'customer'] });
  api.on(calls.switchRole, { role: 'staff', tenantId: null, allRoles: ['staff', 'customer'] });
  await open();
  await seeInBoth({
    texts: [
      ['Join the staff of Café Luna', 'Únete al personal de Café Luna'],
      [
        'Olivia Owner of Café Luna invites you to validate redemptions.',
        'Olivia Owner, de Café Luna, te invita a validar canjes.',
      ],
      [
        `The invitation is for ${email}. You are signed in with this address.`,
        `La invitación es para ${email}. Has iniciado sesión con esta dirección.`,
      ],
    ],
    buttons: [ACCEPT],
  });
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await press('Aceptar invitación', page);
  await expect.poll(() => opened).toEqual(['/staff-validation']);
  expect(api.sent(calls.acceptInvitation).map(({ params }) => params)).toEqual([{ token: 'token-1' }]);
});

it('tells another account which address it is for, and lets it switch', async () => {
  signIn('distributor');
  await open();
  const own = userOf('distributor').email;
  const text: Words = [
    `This invitation is for ${email}. You are signed in as ${own}.`,
    `Esta invitación es para ${email}. Has iniciado sesión como ${own}.`,
  ];
  await seeInBoth({ texts: [text], buttons: [['Switch account', 'Cambiar de cuenta']] }, { buttons: [ACCEPT] });
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await press('Cambiar de cuenta', page);
  await expect.poll(() => opened).toEqual([`/api/logout?returnTo=${encodeURIComponent(BACK)}`]);
});

it('leads a visitor to log in or register, and back', async () => {
  signIn(null);
  api.on(calls.staffInvitation, { ...INVITATION, invitedBy: null });
  await open();
  await inBoth(async (say, language) => {
    const text: Words = ['Café Luna invites you to validate redemptions.', 'Café Luna te invita a validar canjes.'];
    await see({ texts: [text] }, language);
    const login = page.getByRole('link', { name: say(['Log in', 'Iniciar sesión']) });
    await expect.element(login).toHaveAttribute('href', BACK);
    const register = page.getByRole('link', { name: say(['Create account', 'Crear cuenta']) });
    await expect.element(register).toHaveAttribute('href', BACK.replace('login', 'register'));
  }, PHONE);
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  // The pages of accounts are another document, which the router does not know.
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await expect.poll(() => opened).toEqual([BACK.replace('login', 'register')]);
});

it('says that it is used or expired', async () => {
  signIn('customer');
  api.on(calls.staffInvitation, refusal(400, 'This invitation is invalid, used or expired.', 'INVITATION_INVALID'));
  await open();
  await inBoth((say) => {
    const text: Words = [
      'This invitation is invalid, used or expired.',
      'Esta invitación no es válida, ya se usó o ha caducado.',
    ];
    return expect.element(page.getByText(say(text))).toBeVisible();
  });
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});
