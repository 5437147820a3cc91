import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { Person } from '../e2e/support/person.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();
const NEW_PASSWORD = 'another correct horse';
/** Most tab stops of a page in this test. */
const MAX_STOPS = 60;

it('lets a person who forgot the password choose a new one by the link of a mail, by keyboard alone', async () => {
  const person = await Person.register(journey.url, 'forgetful', 'customer');
  const page = await journey.open(null, '/login', { viewport: PHONE });
  const hasFocus = (target: Locator) => target.first().evaluate((element) => element === document.activeElement);
  const tabTo = async (target: Locator) => {
    await target.first().waitFor();
    for (let stop = 0; stop < MAX_STOPS && !(await hasFocus(target)); stop += 1) await page.keyboard.press('Tab');
    expect(await hasFocus(target), `${target} is reached by Tab`).toBe(true);
  };
  const activate = async (target: Locator) => {
    await tabTo(target);
    await page.keyboard.press('Enter');
  };
  const write = async (field: Locator, text: string) => {
    await tabTo(field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  await activate(page.getByRole('link', { name: 'Forgot password?' }));
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  const address = page.getByLabel('E-mail');
  await write(address, 'not an address');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"]').waitFor();
  await expect.poll(() => hasFocus(address)).toBe(true);
  await write(address, person.email);
  await page.keyboard.press('Enter');
  await page.getByText('a link is on its way').waitFor();

  const mail = page.locator('article', { hasText: person.email }).filter({ hasText: 'Choose a new password' });
  await expect.poll(() => page.goto('/mailbox').then(() => mail.count())).toBe(1);
  // The mailbox of the demo stands for a mail program.
  await mail.locator('pre a').first().click();
  await write(page.getByLabel('New password'), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Your new password is set.').waitFor();
  await activate(page.getByRole('link', { name: 'Log in', exact: true }));
  await write(page.getByLabel('E-mail'), person.email);
  await write(page.getByLabel('Password'), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/mobile-scanner');
});
