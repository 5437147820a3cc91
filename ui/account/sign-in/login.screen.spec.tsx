import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { saveLastRole } from '../../lib/storage.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api, DESKTOP, opened, PHONE } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';

const OWNER = userOf('site_owner');

const LANGUAGES = [
  ['en', DESKTOP, ['E-mail', 'Password', 'Log in', 'Accounts of this demo']],
  ['es', PHONE, ['Correo electrónico', 'Contraseña', 'Iniciar sesión', 'Cuentas de esta demostración']],
] as const;

/** @param given answers to the page that has a session */
async function logIn(
  labels: readonly [email: string, password: string, submit: string, ...string[]],
  given = () => {},
): Promise<void> {
  const [email, password, submit] = labels;
  await page.getByLabelText(email).fill(OWNER.email);
  await page.getByLabelText(password).fill('correct horse battery');
  api.on(calls.login, OWNER);
  signIn('site_owner');
  given();
  await page.getByRole('button', { name: submit, exact: true }).click();
}

describe.each([
  ['en', DESKTOP, { first: 'First name', email: 'E-mail', password: 'Password' }],
  ['es', PHONE, { first: 'Nombre', email: 'Correo electrónico', password: 'Contraseña' }],
] as const)('a reload (%s)', (language, viewport, labels) => {
  it('keeps what was typed, on all pages without a session, but no password', async () => {
    signIn(null);
    const open = (path: string) => openPublicPage(path, { language, viewport });
    const field = (name: 'first' | 'email') => page.getByRole('textbox', { name: labels[name] }).first();
    const password = () => page.getByLabelText(labels.password, { exact: false }).first();
    await open('/register');
    await field('first').fill('Olga');
    await field('email').fill(OWNER.email);
    await password().fill('correct horse battery');
    await open('/register');
    await expect.element(field('first')).toHaveValue('Olga');
    await expect.element(field('email')).toHaveValue(OWNER.email);
    await expect.element(password()).toHaveValue('');
    await open('/login');
    await expect.element(field('email')).toHaveValue(OWNER.email);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse');
  });
});

describe('logging in', () => {
  it.each(LANGUAGES)('without a choice asks for no role (%s)', async (language, viewport, labels) => {
    signIn(null);
    await openPublicPage('/login', { language, viewport });
    await logIn(labels);
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.login)[0]?.body).not.toHaveProperty('intent');
    expect(api.sent(calls.switchRole)).toEqual([]);
  });

  it.each(LANGUAGES)(
    'takes the role that was used last on this device, if the account holds it (%s)',
    async (language, viewport, labels) => {
      signIn(null);
      await openPublicPage('/login', { language, viewport });
      saveLastRole('distributor');
      api.on(calls.switchRole, { role: 'distributor', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] });
      await logIn(labels, () =>
        api.on(calls.userRole, { role: 'site_owner', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] }),
      );
      await expect.poll(() => opened).toEqual(['/']);
      expect(api.sent(calls.switchRole).map(({ body }) => body)).toEqual([{ role: 'distributor' }]);
    },
  );

  it('is not needed again for a person who is signed in and needs another role', async () => {
    signIn('customer');
    api.on(calls.myScans, []);
    await openPublicPage('/login?intent=distributor&returnTo=%2Fmobile-scanner');
    api.on(calls.switchRole, { role: 'distributor', tenantId: null, allRoles: ['distributor', 'customer'] });
    await page.getByRole('button', { name: 'Continue as distributor cleo@example.test' }).click();
    await expect.poll(() => opened).toEqual(['/mobile-scanner']);
    expect(api.sent(calls.switchRole).map(({ body }) => body)).toEqual([{ role: 'distributor' }]);
  });

  it.each(LANGUAGES)('offers the accounts of a demo (%s)', async (language, viewport, [, , , accounts]) => {
    const demo = document.createElement('meta');
    Object.assign(demo, { name: 'demo', content: JSON.stringify({ emails: [OWNER.email], password: 'look-around' }) });
    document.head.append(demo);
    onTestFinished(() => demo.remove());
    signIn(null);
    await openPublicPage('/login', { language, viewport });
    api.on(calls.login, OWNER);
    await expect.element(page.getByRole('group', { name: accounts })).toBeVisible();
    signIn('site_owner');
    await page.getByRole('button', { name: OWNER.email }).click();
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.login).map(({ body }) => body)).toEqual([{ email: OWNER.email, password: 'look-around' }]);
  });
});

describe.each([
  {
    ...{ language: 'en' as const, viewport: DESKTOP, email: 'E-mail', password: 'Password', submit: 'Create account' },
    ...{ business: 'Run QR campaigns for your business.', help: 'At least 10 characters.' },
    ...{ next: 'New password', save: 'Set password' },
  },
  {
    ...{ language: 'es' as const, viewport: PHONE, email: 'Correo electrónico', password: 'Contraseña' },
    ...{ submit: 'Crear cuenta', business: 'Crea campañas de QR para tu negocio.', help: 'Al menos 10 caracteres.' },
    ...{ next: 'Contraseña nueva', save: 'Guardar contraseña' },
  },
])('in $language', ({ language, viewport, email, password, submit, business, help, next, save }) => {
  it('signing up has the role filled in, and takes an address with an international domain', async () => {
    signIn(null);
    await openPublicPage('/register?intent=business', { language, viewport });
    await expect.element(page.getByText(business, { exact: false })).toBeVisible();
    await expect.element(page.getByText(help)).toBeVisible();
    await page.getByLabelText(email).fill('ana@münchen.example');
    await page.getByLabelText(password).fill('correct horse battery');
    api.on(calls.register, OWNER);
    signIn('site_owner');
    await page.getByRole('button', { name: submit }).click();
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.register)[0]?.body).toMatchObject({ intent: 'business' });
    expect(calls.register.body.parse(api.sent(calls.register)[0]?.body).email).toBe('ana@xn--mnchen-3ya.example');
  });

  it('the pages on the way back to an offer keep it, and their brand leads to it', async () => {
    signIn(null);
    const query = '?intent=customer&returnTo=%2Fscan%2Fcustomer%2Fabc';
    for (const [path, next] of [
      ['/login', '/forgot-password'],
      ['/forgot-password', '/login'],
    ] as const) {
      await openPublicPage(path + query, { language, viewport });
      await expect.poll(() => document.querySelector(`a[href="${next}${query}"]`)).not.toBeNull();
      expect(document.querySelector('.account-brand')?.getAttribute('href')).toBe('/scan/customer/abc');
    }
    await openPublicPage('/login?returnTo=%2Fsites', { language, viewport });
    await expect.poll(() => document.querySelector('.account-brand')?.getAttribute('href')).toBe('/');
  });

  it('the form for a new password names the account to keychains', async () => {
    signIn(null);
    await openPublicPage('/reset-password#token/ana%40example.test', { language, viewport });
    await expect.element(page.getByLabelText(next)).toHaveAttribute('autocomplete', 'new-password');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('ana@example.test');
    await expect.element(page.getByRole('button', { name: save })).toBeVisible();
  });
});
