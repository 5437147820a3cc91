import { expect, it } from 'vitest';
import { DESKTOP, PHONE } from './support/browser.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();

it.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('lets a visitor change who earns what of a sale, on a %s', async (_, viewport) => {
  const context = await shared.browser.newContext({ baseURL: shared.url, viewport, locale: 'en' });
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
  const context = await shared.browser.newContext({ baseURL: shared.url, locale: 'es', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const text = (await page.locator('.split').innerText()).replaceAll('\u00a0', ' ');
  for (const amount of ['90,00 €', '6,00 €', '3,00 €', '1,00 €']) expect(text).toContain(amount);
  await expect.poll(() => page.getByRole('slider').count()).toBe(0);
  await context.close();
});
