import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { button, press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { seeToast } from '../testing/toasts.ts';

beforeEach(() => api.answerReads('empty'));

it('saves another name', async () => {
  signIn('customer');
  api.on(calls.changeProfile, undefined);
  await openScreen('/account', { viewport: PHONE });
  const firstName = 'Cleopatra';
  await button('Edit name').click();
  await page.getByLabelText('First name', { exact: true }).fill(firstName);
  api.on(calls.user, { ...userOf('customer'), firstName });
  await button('Save').click();
  await seeToast('Name saved', null);
  expect(api.sent(calls.changeProfile).at(-1)?.body).toEqual({ firstName });
  await expect.poll(() => document.querySelector('dd')?.textContent).toBe(`${firstName} Customer`);
  await seeNoDialog();
});

it('says where the link for another address is, and what is refused', async () => {
  signIn('customer');
  const mailed =
    'We sent a link to new@example.test. Until you open it, cleo@example.test stays your address. The link works for 7 days.';
  await openScreen('/account', { viewport: PHONE });
  const change = 'Change e-mail';
  api.on(calls.changeEmail, refusal(429, 'Too many.', 'TOO_MANY_REQUESTS'));
  await button(change).click();
  await page.getByLabelText('New e-mail').fill('new@example.test');
  await press(change);
  await expect.element(page.getByRole('alert')).toBeVisible();
  api.on(calls.changeEmail, { pendingEmail: 'new@example.test' });
  await press(change);
  await seeText(mailed);
  await press('Done');
  await seeNoDialog();
});

it('CSV files have the separators of the language until others are chosen, which stay', async () => {
  signIn('site_owner');
  await openScreen('/account');
  const pressed = (name: string) =>
    page.getByRole('group', { name: 'CSV files' }).getByRole('button', { name, pressed: true });
  await expect.element(pressed('Commas, 1.50')).toBeVisible();
  await page.getByRole('button', { name: 'Semicolons, 1,50' }).click();
  await expect.element(pressed('Semicolons, 1,50')).toBeVisible();
  expect(localStorage.getItem('csv-format')).toBe('semicolon');
});

it.each([
  ['off', 'Set up two-factor authentication'],
  ['on', 'Turn off two-factor authentication'],
] as const)('what asks for the password takes it at once (two-factor authentication is %s)', async (state, name) => {
  signIn('customer');
  api.on(calls.secondFactor, { state, recoveryCodesLeft: 10 });
  await openScreen('/account');
  await button(name).click();
  await expect.element(page.getByRole('dialog', { name }).getByLabelText('Current password')).toHaveFocus();
});
