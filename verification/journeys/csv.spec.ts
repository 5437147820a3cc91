import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Person } from '../e2e/support/person.ts';
import { subscribe } from '../e2e/support/shop.ts';
import { download, useJourney } from './journey.ts';

const journey = useJourney();

async function chooseFile(page: Page, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'qrs.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

it('makes QRs from a CSV: all problems first, then each row once, however often the file is sent', async () => {
  const owner = await Person.register(journey.url, 'owner', 'business');
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const names = async () => {
    const qrs = await owner.get<{ name: string }[]>(`/api/sites/${site.id}/qrs`);
    return qrs.map(({ name }) => name).sort();
  };
  const page = await journey.open(owner, `/qr-management?site=${site.id}`);
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

  await subscribe(owner, 'pro');
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

  await page.goto(`/qr-management?site=${site.id}`);
  const { content } = await download(page, 'Download QR Commission Tree as CSV');
  const written = content.toString('utf8').trim().split('\r\n').slice(1);
  for (const name of await names()) expect(written.filter((row) => row.includes(name))).toHaveLength(1);
  expect(written).toHaveLength(5);
});
