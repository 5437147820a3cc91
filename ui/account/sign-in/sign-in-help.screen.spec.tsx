import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { button, seeText } from '../../testing/forms.ts';
import { openPublicPage } from '../../testing/open-public-page.tsx';
import { api } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';

it.each([
  ['en', 'E-mail', 'Password', 'Log in', 'Use a recovery code', 'Ask the operator of this installation to turn off'],
  ['es', 'Correo', 'Contraseña', 'Iniciar sesión', 'Usar un código', 'Pide a quien administra esta instalación'],
] as const)('without authenticator and recovery codes, the operator helps (%s)', async (...words) => {
  const [language, email, password, submit, useRecovery, help] = words;
  signIn(null);
  api.on(calls.login, refusal(401, 'Enter your code.', 'SECOND_FACTOR_REQUIRED'));
  await openPublicPage('/login', { language });
  await page.getByLabelText(email).fill('cleo@example.test');
  await page.getByLabelText(password).fill('correct horse battery');
  await page.getByRole('button', { name: submit, exact: true }).click();
  await page.getByRole('button', { name: useRecovery }).click();
  await seeText(help, page, { exact: false });
});

it('Back leads from the code to e-mail and password, as its button does', async () => {
  signIn(null);
  api.on(calls.login, refusal(401, 'Enter your code.', 'SECOND_FACTOR_REQUIRED'));
  await openPublicPage('/login');
  const email = page.getByLabelText('E-mail');
  await email.fill('cleo@example.test');
  await page.getByLabelText('Password').fill('correct horse battery');
  for (const back of [() => history.back(), () => button('Back').click()]) {
    await button('Log in').click();
    await expect.element(page.getByLabelText('Authenticator code')).toHaveFocus();
    await back();
    await expect.element(email).toHaveValue('cleo@example.test');
    await expect.element(page.getByLabelText('Password')).toHaveValue('correct horse battery');
    expect(location.pathname).toBe('/login');
  }
});

it("a provider's error is at the top of a phone, above the form and a demo's accounts", async () => {
  const demo = document.createElement('meta');
  const emails = ['owner', 'staff', 'distributor', 'customer'].map((role) => `${role}@demo.example`);
  Object.assign(demo, { name: 'demo', content: JSON.stringify({ emails, password: 'look-around' }) });
  document.head.append(demo);
  onTestFinished(() => demo.remove());
  signIn(null);
  api.on(calls.signInMethods, { password: true, provider: true, mail: false });
  await openPublicPage('/login?error=UNAVAILABLE');
  await expect.element(page.getByRole('link', { name: 'Log in with your organisation' })).toBeVisible();
  const alert = page.getByRole('alert');
  await seeText("Your organisation's login is not responding.", alert, { exact: false });
  const field = page.getByLabelText('E-mail').element();
  expect(alert.element().getBoundingClientRect().bottom).toBeLessThan(field.getBoundingClientRect().top);
});

it.each([
  ['en', 'E-mail', 'Use the address that you were invited with.'],
  ['es', 'Correo', 'Usa la dirección a la que llegó la invitación.'],
] as const)('an invited person has no role to choose, and comes back after a new password (%s)', async (...words) => {
  const [language, email, subtitle] = words;
  const returnTo = '?returnTo=%2Fauditor-invitations%2Ftoken-1';
  signIn(null);
  for (const path of ['/register', '/login']) {
    await openPublicPage(path + returnTo, { language });
    await expect.element(page.getByLabelText(email)).toBeVisible();
    if (path === '/register') await seeText(subtitle, page, { exact: true });
    await expect.element(page.getByRole('button', { name: /Distribu/ })).not.toBeInTheDocument();
  }
  api.on(calls.resetPassword, undefined);
  await openPublicPage('/reset-password#some-token/auditor-invitations/token-1/cleo%40example.test');
  await page.getByLabelText('New password').fill('correct horse battery');
  await button('Set password').click();
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/login${returnTo}`);
  expect(api.bodies(calls.resetPassword)).toEqual([{ token: 'some-token', newPassword: 'correct horse battery' }]);
});

it.each([
  ['/register?intent=business&returnTo=%2Fsites', 'intent=business&returnTo=%2Fsites'],
  ['/register?returnTo=%2Fstaff-invitations%2Ftoken-1', 'returnTo=%2Fstaff-invitations%2Ftoken-1'],
])('an account is opened at the provider, too: %s', async (path, query) => {
  signIn(null);
  api.on(calls.signInMethods, { password: true, provider: true, mail: false });
  await openPublicPage(path);
  const link = page.getByRole('link', { name: 'Log in with your organisation' });
  await expect.element(link).toHaveAttribute('href', `/api/login/oidc?${query}`);
});
