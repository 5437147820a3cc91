import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { DESKTOP, openWindow } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

async function chooseFile(page: Page, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'qrs.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

it('another file ends a creation that is under way, because its progress is no longer shown', async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const { page, pageErrors } = await openWindow(shared.browser, shared.url, DESKTOP);
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`/qr-management?site=${site.id}`);
  await page.getByRole('link', { name: 'Import from CSV' }).click();

  let sent = 0;
  let answer = () => {};
  const chosenOther = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/qrs', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await chosenOther;
    await route.continue();
  });
  await chooseFile(page, 'name,type,textReward\nFive,TEXT_REWARD,A coffee\nSix,TEXT_REWARD,A coffee\n');
  await page.getByRole('button', { name: 'Create 2 QR codes' }).click();
  await expect.poll(() => sent).toBe(1);
  const first = page.waitForResponse((response) => response.request().method() === 'POST');
  await chooseFile(page, 'name,type,textReward\nOther,TEXT_REWARD,A coffee\n');
  await page.getByRole('cell', { name: 'Other' }).waitFor();
  answer();
  await first;
  // Time for a second request, if there were one.
  await page.waitForTimeout(500);
  expect(sent).toBe(1);
  expect(pageErrors).toEqual([]);
});
