import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { api, DESKTOP, NOW, opened, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';

const PATH = '/staff-invitations/token-1';
const BACK = '/login?returnTo=%2Fstaff-invitations%2Ftoken-1';
const { email } = userOf('customer');
const INVITATION = { site: 'Café Luna', invitedBy: 'Olivia Owner', email, expiresAt: NOW.toISOString() };

beforeEach(() => {
  api.answerReads('empty');
  api.on(calls.staffInvitation, INVITATION);
});

const text = (words: string) => expect.element(page.getByText(words)).toBeVisible();
const button = (name: string) => page.getByRole('button', { name });

describe.each([
  ['en', PHONE],
  ['es', DESKTOP],
] as const)('an invitation (%s)', (language, viewport) => {
  const of = (english: string, spanish: string) => (language === 'en' ? english : spanish);
  const open = () => openScreen(PATH, { language, viewport });

  it('names business, inviter and address, and is accepted by the account with this address', async () => {
    signIn('customer');
    api.on(calls.acceptInvitation, { role: 'customer', tenantId: null, allRoles: ['staff', 'customer'] });
    api.on(calls.switchRole, { role: 'staff', tenantId: null, allRoles: ['staff', 'customer'] });
    await open();
    await text(of('Join the staff of Café Luna', 'Únete al personal de Café Luna'));
    await text(
      of(
        'Olivia Owner of Café Luna invites you to validate redemptions.',
        'Olivia Owner, de Café Luna, te invita a validar canjes.',
      ),
    );
    await text(
      of(
        `The invitation is for ${email}. You are signed in with this address.`,
        `La invitación es para ${email}. Has iniciado sesión con esta dirección.`,
      ),
    );
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await button(of('Accept invitation', 'Aceptar invitación')).click();
    await expect.poll(() => opened).toEqual(['/staff-validation']);
    expect(api.sent(calls.acceptInvitation).map(({ params }) => params)).toEqual([{ token: 'token-1' }]);
  });

  it('tells another account which address it is for, and lets it switch', async () => {
    signIn('distributor');
    await open();
    const own = userOf('distributor').email;
    await text(
      of(
        `This invitation is for ${email}. You are signed in as ${own}.`,
        `Esta invitación es para ${email}. Has iniciado sesión como ${own}.`,
      ),
    );
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await expect.element(button(of('Accept invitation', 'Aceptar invitación'))).not.toBeInTheDocument();
    await button(of('Switch account', 'Cambiar de cuenta')).click();
    await expect.poll(() => opened).toEqual([`/api/logout?returnTo=${encodeURIComponent(BACK)}`]);
  });

  it('leads a visitor to log in or register, and back', async () => {
    signIn(null);
    api.on(calls.staffInvitation, { ...INVITATION, invitedBy: null });
    await open();
    await text(of('Café Luna invites you to validate redemptions.', 'Café Luna te invita a validar canjes.'));
    const login = page.getByRole('link', { name: of('Log in', 'Iniciar sesión') });
    await expect.element(login).toHaveAttribute('href', BACK);
    const register = page.getByRole('link', { name: of('Create account', 'Crear cuenta') });
    await expect.element(register).toHaveAttribute('href', BACK.replace('login', 'register'));
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    // The pages of accounts are another document, which the router does not know.
    await register.click();
    await expect.poll(() => opened).toEqual([BACK.replace('login', 'register')]);
  });

  it('says that it is used or expired', async () => {
    signIn('customer');
    api.on(calls.staffInvitation, refusal(400, 'This invitation is invalid, used or expired.', 'INVITATION_INVALID'));
    await open();
    await text(
      of('This invitation is invalid, used or expired.', 'Esta invitación no es válida, ya se usó o ha caducado.'),
    );
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  });
});
