import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { demoAccount } from '../e2e/support/demo.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();

it("a superadmin who views as another person sees that person's screens under a banner, changes nothing, and stops", async () => {
  const owner = demoAccount('owner').email;
  const page = await journey.open(demoAccount('superadmin'), '/support', { viewport: PHONE });
  const viewAs = page.getByRole('button', { name: 'View as', exact: true });
  const person = page.getByLabel('E-mail or id of the person');
  await viewAs.click();
  await page.getByText('This field is required.').waitFor();
  await person.fill(demoAccount('superadmin').email);
  await viewAs.click();
  await page.getByText("You can't view as a superadmin.").first().waitFor();
  await person.fill(owner);
  await viewAs.click();
  const banner = page.getByRole('region', { name: 'Viewing as another person' });
  await banner.getByText(`You are viewing as ${owner} (Site Owner)`).waitFor();
  await page.goto('/sites');
  await banner.waitFor();
  await page.getByRole('button', { name: 'Create Site' }).first().click();
  await page.getByLabel('Site Name').fill('Mine');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
  await page.getByText("viewing as another person and can't change anything").first().waitFor();
  // The device keeps no data of a viewed person.
  expect(await page.evaluate(() => localStorage.getItem('device-copy'))).toBeNull();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await banner.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
  await banner.waitFor({ state: 'detached' });
});
