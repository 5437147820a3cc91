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

it('makes QRs from a CSV: all problems first, then each row once, however often the file is sent', async () => {
  const owner = await Person.register(shared.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const names = async () => {
    const qrs = await owner.get<{ name: string }[]>(`/api/sites/${site.id}/qrs`);
    return qrs.map(({ name }) => name).sort();
  };
  const { page, pageErrors } = await openWindow(shared.browser, shared.url, DESKTOP);
  await page.goto('/login?intent=business');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`/qr-management?site=${site.id}`);
  await page.getByRole('link', { name: 'Import from CSV' }).click();

  // Every problem is listed, and no QR is created.
  await chooseFile(page, 'name,type,discountPercent\nGood,DISCOUNT_PERCENT,20\n,DISCOUNT_PERCENT,101\nTea,GIFT,\n');
  await page.getByText('3 problems.', { exact: false }).waitFor();
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem');
  expect((await problems.allTextContents()).map((text) => text.split(':')[0])).toEqual([
    'Row 3, name',
    'Row 3, discountPercent',
    'Row 4, type',
  ]);
  await expect.poll(() => page.getByRole('button', { name: /^Create \d/ }).count()).toBe(0);

  // Four rows on a plan with room for three QRs.
  const file = `name,type,textReward\n${['One', 'Two', 'Three', 'Four'].map((n) => `${n},TEXT_REWARD,A coffee`).join('\n')}\n`;
  await chooseFile(page, file);
  await page.getByRole('cell', { name: 'Four' }).waitFor();
  expect(await names()).toEqual([]);
  await page.getByRole('button', { name: 'Create 4 QR codes' }).click();
  await page.getByText('3 of 4 created').waitFor();
  await page.getByRole('row', { name: /Four.*Refused: .*Free/ }).waitFor();

  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await page.getByText('4 of 4 created').waitFor();

  // After a reload, the same file creates no QR twice.
  await page.reload();
  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Create 4 QR codes' }).click();
  await page.getByText('3 of 4 created').waitFor();
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await page.getByText('4 of 4 created').waitFor();
  // This QR is newer than all rows of the file, so the owner's next read includes them.
  await owner.post(`/api/sites/${site.id}/qrs`, { name: 'Last', type: 'TEXT_REWARD', textReward: 'A coffee' });
  expect(await names()).toEqual(['Four', 'Last', 'One', 'Three', 'Two']);

  // Another file ends a creation that is under way, because its progress is no longer shown.
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
