import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();

const fontSize = (text: Locator) => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

async function validate(page: Page, typed: string) {
  await page.getByLabel('Redemption Code').fill(typed);
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
}

it('shows a refusal and a confirmation large, with the next step in the reach of a thumb', async () => {
  const customer = await Person.register(running.product.url, 'guest', 'customer');
  const { redemptionCode } = await customer.post<{ redemptionCode: string }>('/api/scan', {
    token: running.business.offer.customer,
  });
  const context = await running.browser.newContext({ baseURL: running.product.url, viewport: PHONE, locale: 'en' });
  await context.request.post('/api/auth/login', { data: demoAccount('staff') });
  const page = await context.newPage();
  await page.goto('/staff-validation');

  await validate(page, 'ZZZ-999');
  const refusal = page.getByRole('region', { name: 'Not redeemed' });
  expect(await fontSize(refusal.getByText('Not redeemed'))).toBeGreaterThanOrEqual(32);
  await expect.poll(() => refusal.locator('svg').count()).toBe(1);

  await validate(page, redemptionCode);
  await refusal.waitFor({ state: 'detached' });
  await page.getByLabel('Sale amount', { exact: false }).fill('12.50');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Redemption Confirmed!' });
  expect(await fontSize(heading)).toBeGreaterThanOrEqual(32);
  expect(await fontSize(page.getByRole('definition').first())).toBeGreaterThanOrEqual(24);
  const next = page.getByRole('button', { name: 'Validate Another' });
  const isInReach = async () => {
    const box = await next.boundingBox();
    return box && box.y > PHONE.height / 2 && box.y + box.height <= PHONE.height;
  };
  await expect.poll(isInReach).toBe(true);
  await context.close();
});
