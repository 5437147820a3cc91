import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PHONE } from './support/browser.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

/** `page` of both palettes (ui/kit/palettes.ts). */
const GROUND = { light: 'rgb(245, 247, 244)', dark: 'rgb(15, 22, 19)' };

const shared = useSharedProduct();
let links: string[];

beforeAll(async () => {
  const { qr } = await openOffer(shared.url);
  links = ['/', qr.customerUrl, qr.distributorUrl, '/scan/customer/unknown'];
});

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Colours with scripts, and of a chosen theme: ui/scan/link-pages and ui/public/landing. */
it('public pages without scripts are as dark as the system', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = { baseURL: shared.url, viewport: PHONE, colorScheme, javaScriptEnabled: false };
    const context = await shared.browser.newContext(options);
    for (const link of links) {
      const page = await context.newPage();
      await page.goto(link);
      await page.locator('main').waitFor();
      expect(await groundOf(page)).toBe(GROUND[colorScheme]);
      await page.close();
    }
    await context.close();
  }
});
