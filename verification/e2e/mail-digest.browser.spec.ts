import { join } from 'node:path';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import { createPool } from '@perktree/platform/postgres/pool';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { launchBrowser, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { type Product, removeData, startProduct } from './support/product.ts';

const READERS = ['owner@demo.perktree.test', 'distributor@demo.perktree.test'];

let product: Product;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser([]);
  product = await startProduct({ args: ['--demo', '--demo-months', '1'] });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

/** Sets the times at which mails began and the readers turned their digests on to two weeks ago. */
async function turnOn(): Promise<void> {
  const connectionString = await connectToRunning(join(product.dataDir, 'postgres'));
  const pool = createPool({ connectionString, applicationName: 'mail-digest-spec', max: 1 });
  const { rowCount } = await pool.query(
    `UPDATE identity.users SET weekly_digest_since = now() - interval '14 days', email_verified = true
     WHERE email = ANY ($1)`,
    [READERS],
  );
  const begun = () => pool.query("UPDATE identity.mail_checkpoint SET since = now() - interval '14 days'");
  await expect.poll(async () => (await begun()).rowCount).toBe(1);
  await pool.end();
  expect(rowCount).toBe(READERS.length);
}

async function restart(): Promise<void> {
  const { dataDir } = product;
  await product.kill();
  product = await startProduct({ args: ['--demo', '--demo-months', '1'], dataDir });
}

async function queue(): Promise<QueueState> {
  return (await Person.signIn(product.url, demoAccount('superadmin'))).get('/api/admin/queues');
}

it('sends each reader one digest of the last week, though the product is killed, and ends it by its link', async () => {
  await turnOn();
  // Each job runs when the product starts.
  await restart();
  const { page, context, pageErrors } = await openWindow(browser, product.url, PHONE, { serviceWorkers: 'block' });
  const digests = page.locator('article', { hasText: 'Your week at' });
  const shown = async () => {
    await page.goto('/mailbox');
    return digests.count();
  };
  await expect.poll(shown).toBe(READERS.length);
  const before = await queue();
  await restart();
  await expect
    .poll(async () => (await queue()).counts.completed)
    .toBeGreaterThanOrEqual(before.counts.completed + before.schedules.length);
  await page.goto(`${product.url}/mailbox`);
  await expect.poll(() => digests.count()).toBe(READERS.length);

  const ofOwner = digests.filter({ hasText: READERS[0] ?? '' });
  await expect
    .poll(() => ofOwner.innerText())
    .toMatch(/Redemptions: [\d,]+\n- Sales: €[\d,.]+\n- Commission: €[\d,.]+/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await ofOwner.getByRole('link', { name: 'HTML' }).click();
    await page.locator('ul li').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect((await axeFindings(page)).filter((finding) => finding.startsWith('color-contrast'))).toEqual([]);
    await page.goBack();
  }

  await ofOwner.locator('pre a', { hasText: '/unsubscribe#' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('You will no longer receive weekly digests.').waitFor();
  // The mailbox shows the mails of people who are still subscribed.
  await page.goto(`${product.url}/mailbox`);
  await expect.poll(() => digests.count()).toBe(READERS.length - 1);
  expect(pageErrors).toEqual([]);
  await context.close();
});
