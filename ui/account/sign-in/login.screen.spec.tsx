import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { saveLastRole } from '../../lib/storage.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api, opened } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';

const OWNER = userOf('site_owner');

/** @param given answers to the page that has a session */
async function logIn(given = () => {}): Promise<void> {
  await page.getByLabelText('E-mail').fill(OWNER.email);
  await page.getByLabelText('Password').fill('correct horse battery');
  api.on(calls.login, OWNER);
  signIn('site_owner');
  given();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

it('a reload keeps what was typed, on all pages without a session, but no password', async () => {
  signIn(null);
  const open = (path: string) => openPublicPage(path);
  const field = (name: 'First name' | 'E-mail') => page.getByRole('textbox', { name }).first();
  const password = () => page.getByLabelText('Password', { exact: false }).first();
  await open('/register');
  await field('First name').fill('Olga');
  await field('E-mail').fill(OWNER.email);
  await password().fill('correct horse battery');
  await open('/register');
  await expect.element(field('First name')).toHaveValue('Olga');
  await expect.element(field('E-mail')).toHaveValue(OWNER.email);
  await expect.element(password()).toHaveValue('');
  await open('/login');
  await expect.element(field('E-mail')).toHaveValue(OWNER.email);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse');
});

describe('logging in', () => {
  it('without a choice asks for no role', async () => {
    signIn(null);
    await openPublicPage('/login');
    await logIn();
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.login)[0]?.body).not.toHaveProperty('intent');
    expect(api.sent(calls.switchRole)).toEqual([]);
  });

  it('takes the role that was used last on this device, if the account holds it', async () => {
    signIn(null);
    await openPublicPage('/login');
    saveLastRole('distributor');
    api.on(calls.switchRole, { role: 'distributor', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] });
    await logIn(() =>
      api.on(calls.userRole, { role: 'site_owner', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] }),
    );
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.switchRole).map(({ body }) => body)).toEqual([{ role: 'distributor' }]);
  });

  it('is not needed again for a person who is signed in and needs another role', async () => {
    signIn('customer');
    api.on(calls.myScans, []);
    await openPublicPage('/login?intent=distributor&returnTo=%2Fmobile-scanner');
    api.on(calls.switchRole, { role: 'distributor', tenantId: null, allRoles: ['distributor', 'customer'] });
    await page.getByRole('button', { name: 'Continue as distributor cleo@example.test' }).click();
    await expect.poll(() => opened).toEqual(['/mobile-scanner']);
    expect(api.sent(calls.switchRole).map(({ body }) => body)).toEqual([{ role: 'distributor' }]);
  });

  it('offers the accounts of a demo', async () => {
    const demo = document.createElement('meta');
    Object.assign(demo, { name: 'demo', content: JSON.stringify({ emails: [OWNER.email], password: 'look-around' }) });
    document.head.append(demo);
    onTestFinished(() => demo.remove());
    signIn(null);
    await openPublicPage('/login');
    api.on(calls.login, OWNER);
    await expect.element(page.getByRole('group', { name: 'Accounts of this demo' })).toBeVisible();
    signIn('site_owner');
    await page.getByRole('button', { name: OWNER.email }).click();
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.sent(calls.login).map(({ body }) => body)).toEqual([{ email: OWNER.email, password: 'look-around' }]);
  });
});

it('signing up has the role filled in, and takes an address with an international domain', async () => {
  signIn(null);
  await openPublicPage('/register?intent=business');
  await expect.element(page.getByText('Run QR campaigns for your business.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('At least 10 characters.')).toBeVisible();
  await page.getByLabelText('E-mail').fill('ana@münchen.example');
  await page.getByLabelText('Password').fill('correct horse battery');
  api.on(calls.register, OWNER);
  signIn('site_owner');
  await page.getByRole('button', { name: 'Create account' }).click();
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
    await openPublicPage(path + query, { language: 'es' });
    await expect.poll(() => document.querySelector(`a[href="${next}${query}"]`)).not.toBeNull();
    expect(document.querySelector('.account-brand')?.getAttribute('href')).toBe('/scan/customer/abc');
  }
  await openPublicPage('/login?returnTo=%2Fsites', { language: 'es' });
  await expect.poll(() => document.querySelector('.account-brand')?.getAttribute('href')).toBe('/');
});
