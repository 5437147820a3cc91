import { codeAt } from '@perktree/identity/testing/authenticator';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../e2e/support/actions.ts';
import { PHONE } from '../e2e/support/browser.ts';
import { Person } from '../e2e/support/person.ts';
import { readQr } from '../e2e/support/read-qr.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();
const openAccount = (person: Person) => journey.open(person, '/account', { viewport: PHONE });
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

it('a second factor ends all windows but this one; they need its code to come back', async () => {
  const person = await Person.register(journey.url, 'cautious', 'customer');
  const [here, there] = [await openAccount(person), await openAccount(person)];
  await here.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  const dialog = here.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.getByLabel('Setup key', { exact: true }).innerText()).replaceAll(' ', '');
  expect(await readQr(dialog.getByRole('img'))).toContain(`?secret=${secret}&`);
  const code = dialog.getByLabel('Six-digit code');
  await code.fill('000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code is incorrect or already used.').waitFor();
  await expect.poll(() => isFocused(code)).toBe(true);
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  await code.fill(codeAt(secret, new Date()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const recoveryCode = await dialog.getByRole('listitem').first().innerText();
  await dialog.getByRole('button', { name: "I've saved my codes" }).click();
  await here.getByText('You have 10 recovery codes left.').waitFor();

  await there.goto('/account');
  await there.waitForURL(`**/login?returnTo=${encodeURIComponent('/account')}`);
  const logIn = there.getByRole('button', { name: 'Log in', exact: true });
  const enter = async () => {
    await there.getByLabel('E-mail').fill(person.email);
    await there.getByLabel('Password').fill(PASSWORD);
    await logIn.click();
  };
  await enter();
  const field = there.getByLabel('Authenticator code');
  await field.waitFor();
  await there.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
  await field.fill('000');
  await logIn.click();
  await there.getByText('This code is incorrect or already used.').waitFor();
  await expect.poll(() => isFocused(field)).toBe(true);
  // The code that turned it on has been used.
  await field.fill(codeAt(secret, new Date(), 1));
  await logIn.click();
  await there.waitForURL('**/account');

  await there.context().clearCookies();
  await there.goto('/login?returnTo=/account');
  await enter();
  await there.getByRole('button', { name: 'Use a recovery code' }).click();
  await there.getByLabel('Recovery code').fill(recoveryCode);
  await logIn.click();
  await there.getByText('You have 9 recovery codes left.').waitFor();
});
