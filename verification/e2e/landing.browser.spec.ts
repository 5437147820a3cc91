import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, launchBrowser, PHONE } from './support/browser.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, removeData } from './support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startPrepared('nothing');
  browser = await launchBrowser([]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('lets a visitor change who earns what of a sale, on a %s', async (_, viewport) => {
  const context = await browser.newContext({ baseURL: product.url, viewport, locale: 'en' });
  const page = await context.newPage();
  await page.goto('/');
  const example = page.getByRole('region', { name: 'Who earns what when a customer pays €100' });
  const amounts = () => page.locator('.split strong').allTextContents();
  expect(await amounts()).toEqual(['€90.00', '€6.00', '€3.00', '€1.00']);

  await example.getByRole('slider', { name: 'Ana passes 4% on to Ben' }).fill('8');
  await expect.poll(amounts).toEqual(['€90.00', '€2.00', '€7.00', '€1.00']);
  await expect
    .poll(() => page.getByRole('status').innerText())
    .toBe('Of €100 the café keeps €90.00. Ana earns €2.00, Ben €7.00 and Cleo €1.00.');

  await example.getByRole('slider', { name: 'The café gives Ana 10%' }).press('Home');
  await expect.poll(amounts).toEqual(['€100.00', '€0.00', '€0.00', '€0.00']);
  await example.getByRole('slider', { name: 'The customer pays €100' }).press('ArrowRight');
  await page.getByRole('heading', { name: 'Who earns what when a customer pays €110' }).waitFor();
  for (const picture of await page.getByRole('figure').locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await context.close();
});

it('shows the shares of 100 euros without scripts, and no slider that does nothing', async () => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'es', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const text = (await page.locator('.split').innerText()).replaceAll('\u00a0', ' ');
  for (const amount of ['90,00 €', '6,00 €', '3,00 €', '1,00 €']) expect(text).toContain(amount);
  await expect.poll(() => page.getByRole('slider').count()).toBe(0);
  await context.close();
});
