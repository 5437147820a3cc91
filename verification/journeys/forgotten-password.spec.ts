import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { Person } from '../e2e/support/person.ts';
import { useJourney } from './journey.ts';
import { Keys } from './keys.ts';

const journey = useJourney();
const NEW_PASSWORD = 'another correct horse';

it('lets a person who forgot the password choose a new one by the link of a mail, by keyboard alone', async () => {
  const person = await Person.register(journey.url, 'forgetful', 'customer');
  const page = await journey.open(null, '/login', { viewport: PHONE });
  const keys = new Keys(page);
  await keys.activate(page.getByRole('link', { name: 'Forgot password?' }));
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  const address = page.getByLabel('E-mail');
  await keys.write(address, 'not an address');
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid="true"]').waitFor();
  await keys.landsOn(address);
  await keys.write(address, person.email);
  await page.keyboard.press('Enter');
  await page.getByText('a link is on its way').waitFor();

  const mail = page.locator('article', { hasText: person.email }).filter({ hasText: 'Choose a new password' });
  await expect.poll(() => page.goto('/mailbox').then(() => mail.count())).toBe(1);
  // The mailbox of the demo stands for a mail program.
  await mail.locator('pre a').first().click();
  await keys.write(page.getByLabel('New password'), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Your new password is set.').waitFor();
  await keys.activate(page.getByRole('link', { name: 'Log in', exact: true }));
  await keys.write(page.getByLabel('E-mail'), person.email);
  await keys.write(page.getByLabel('Password'), NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/mobile-scanner');
});
