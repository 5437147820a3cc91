import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { saveLastRole } from '../../lib/storage.ts';
import { refusal } from '../../testing/fake-api.ts';
import { region, seeText } from '../../testing/forms.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api, NOW, opened, openScreen } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';
import { see } from '../../testing/see.ts';
import { shownToast } from '../../testing/toasts.ts';

/** Where a sign-in leads: the specification's section 2.1. Which role opens which route: ui/admin/guard.spec.ts. */
const PERSON = userOf('customer');

describe('signing in', () => {
  it.each([
    ['Business', 'business', '/sites?create=1', '/sites?create=1'],
    ['Distributor', 'distributor', '/payouts', '/payouts'],
    ['Customer', 'customer', '/my-scans', '/my-scans'],
    // Never to another site.
    ['Customer', 'customer', '//elsewhere.test/', '/'],
  ])('as %s (%s) for %s leads to %s', async (button, intent, wanted, arrives) => {
    signIn(null);
    await openPublicPage(`/login?returnTo=${encodeURIComponent(wanted)}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByLabelText('E-mail').fill(PERSON.email);
    await page.getByLabelText('Password').fill('correct horse battery');
    api.on(calls.login, PERSON);
    signIn('customer');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect.poll(() => opened).toEqual([arrives]);
    expect(api.sent(calls.login)[0]?.body).toMatchObject({ intent });
  });

  it('with the wrong password says so, and stays', async () => {
    signIn(null);
    api.on(calls.login, refusal(401, 'Incorrect e-mail or password.', 'WRONG_CREDENTIALS'));
    await openPublicPage('/login');
    await page.getByLabelText('E-mail').fill(PERSON.email);
    await page.getByLabelText('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await seeText('Incorrect e-mail or password.');
    expect(opened).toEqual([]);
  });
});

describe('after a sign-in, the screen that was asked for', () => {
  const arrive = async (role: Role, held: readonly Role[], path: string) => {
    api.answerReads('empty');
    signIn(role);
    api.on(calls.userRole, { role, tenantId: null, allRoles: [...held] });
    sessionStorage.setItem('signInDestination', path);
    api.on(calls.switchRole, ({ body }) => ({
      role: (body as { role: Role }).role,
      tenantId: null,
      allRoles: [...held],
    }));
    await openScreen(path);
  };

  it.each([
    // The screen opens in the role that it is for, whichever role the sign-in chose; else the home of the role.
    ['customer', ['customer', 'site_owner'], '/sites', ['site_owner'], null],
    ['customer', ['customer', 'staff'], '/staff-validation', ['staff'], null],
    ['customer', ['customer'], '/sites', [], '/mobile-scanner'],
    ['distributor', ['distributor'], '/sites', [], '/'],
  ] as const)('of %s, who is %j, for %s opens as %j, or leads to %s', async (role, held, path, needed, home) => {
    await arrive(role, held, path);
    if (home) await expect.poll(() => location.pathname).toBe(home);
    else await expect.poll(() => opened).toEqual([path]);
    expect(api.bodies(calls.switchRole)).toEqual(needed.map((one) => ({ role: one })));
  });

  it('of a customer who continues as staff, says that no business has them on its staff', async () => {
    await arrive('customer', ['customer'], '/staff-validation');
    await expect.poll(() => location.pathname).toBe('/mobile-scanner');
    await expect.poll(() => shownToast()?.title).toBe("You're not on a staff yet");
  });
});

it('2.1 · /sites?q=a of a visitor leads to login', async () => {
  signIn(null);
  await openScreen('/sites?q=a');
  await expect.poll(() => opened).toEqual(['/login?returnTo=%2Fsites%3Fq%3Da']);
});

describe('a new password', () => {
  it('by a link', async () => {
    signIn(null);
    api.on(calls.resetPassword, refusal(400, 'This link is invalid, used or expired.', 'LINK_INVALID'));
    await openPublicPage('/reset-password#some-token/cleo%40example.test');
    const field = page.getByLabelText('New password');
    await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
    // Names the account to keychains.
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('cleo@example.test');
    const submit = page.getByRole('button', { name: 'Set password' });
    await field.fill('short');
    await submit.click();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toBeInvalid();
    expect(api.sent(calls.resetPassword)).toEqual([]);
    await field.fill('another horse battery');
    await submit.click();
    await seeText('This link is invalid, used or expired.');
    await see({ links: ['Forgot password?'] });
    api.on(calls.resetPassword, undefined);
    await submit.click();
    await see({ texts: ['Your new password is set.'] });
    expect(api.sent(calls.resetPassword).at(-1)?.body).toEqual({
      token: 'some-token',
      newPassword: 'another horse battery',
    });
    // The token is used up.
    expect(location.hash).toBe('');
  });

  it('in the account: a wrong current one is said at its field, which gets the focus; then both are empty', async () => {
    api.answerReads('empty');
    signIn('customer');
    await openScreen('/account');
    const form = region('Password');
    const [current, next] = [form.getByLabelText('Current password'), form.getByLabelText('New password')];
    const change = async (from: string, to: string) => {
      await current.fill(from);
      await next.fill(to);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await change('correct horse battery', 'too short');
    await seeText('Enter at least 10 characters.', form);
    await expect.element(next).toHaveFocus();
    api.on(calls.changePassword, refusal(403, 'Incorrect.', 'WRONG_CREDENTIALS'));
    await change('not the password', 'another horse battery');
    await seeText('Incorrect password.', form);
    await expect.element(current).toHaveFocus();
    await expect.element(current).toBeInvalid();
    api.on(calls.changePassword, undefined as never);
    await change('correct horse battery', 'another horse battery');
    await seeText('Password changed');
    await expect.element(current).toHaveValue('');
    await expect.element(next).toHaveValue('');
  });

  it('the other sessions end after a proof in a dialog', async () => {
    api.answerReads('empty');
    signIn('customer');
    api.on(calls.endOtherSessions, refusal(403, 'Incorrect.', 'WRONG_CREDENTIALS'));
    await openScreen('/account');
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    const dialog = page.getByRole('dialog', { name: 'End all other sessions' });
    const proof = dialog.getByLabelText('Current password');
    await expect.element(proof).toHaveFocus();
    await proof.fill('not the password');
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await seeText('Incorrect password.', dialog);
    await expect.element(proof).toHaveFocus();
    api.on(calls.endOtherSessions, undefined as never);
    await proof.fill('correct horse battery');
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await seeText('All your other sessions have ended');
  });
});

it('opening screens counts as use of the session', async () => {
  api.answerReads('empty');
  signIn('site_owner');
  await openScreen('/account');
  await see({ headings: ['Account'] });
  const before = api.sent(calls.user).length;
  vi.setSystemTime(NOW.getTime() + 30 * 60_000);
  await page.getByRole('link', { name: 'Sites' }).first().click();
  await expect.poll(() => api.sent(calls.user).length).toBe(before + 1);
});

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
  it('takes the role that was used last on this device, if the account holds it', async () => {
    signIn(null);
    await openPublicPage('/login');
    saveLastRole('distributor');
    api.on(calls.switchRole, { role: 'distributor', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] });
    await logIn(() =>
      api.on(calls.userRole, { role: 'site_owner', tenantId: 'tenant', allRoles: ['site_owner', 'distributor'] }),
    );
    await expect.poll(() => opened).toEqual(['/']);
    expect(api.bodies(calls.switchRole)).toEqual([{ role: 'distributor' }]);
  });

  it('is not needed again for a person who is signed in and needs another role', async () => {
    signIn('customer');
    api.on(calls.myScans, []);
    await openPublicPage('/login?intent=distributor&returnTo=%2Fmobile-scanner');
    api.on(calls.switchRole, { role: 'distributor', tenantId: null, allRoles: ['distributor', 'customer'] });
    await page.getByRole('button', { name: 'Continue as distributor cleo@example.test' }).click();
    await expect.poll(() => opened).toEqual(['/mobile-scanner']);
    expect(api.bodies(calls.switchRole)).toEqual([{ role: 'distributor' }]);
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
    expect(api.bodies(calls.login)).toEqual([{ email: OWNER.email, password: 'look-around' }]);
    expect(api.sent(calls.switchRole)).toEqual([]);
  });
});

it('signing up has the role filled in, and takes an address with an international domain', async () => {
  signIn(null);
  await openPublicPage('/register?intent=business');
  await seeText('Run QR campaigns for your business.', page, { exact: false });
  await seeText('At least 10 characters.');
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
