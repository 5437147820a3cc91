import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';
import { installedWebKit, launchWebKit, type WebKitPage } from './support/webkit.ts';

const binary = installedWebKit();

/** What customers open on an iPhone. WebKit differs from Chromium in dates, forms, storage and what scripts may use. */
describe.skipIf(binary === null)('in WebKit', () => {
  const shared = useSharedProduct();
  let page: WebKitPage;
  let shop: Shop;
  beforeAll(async () => {
    [page, shop] = await Promise.all([launchWebKit(binary ?? ''), openShop(shared.url)]);
  });
  afterAll(() => page?.close());

  const button = (name: string) => `//button[normalize-space()='${name}']`;
  const link = (name: string) => `//a[normalize-space()='${name}']`;

  it('a visitor reads the landing page and both links of a QR', async () => {
    await page.goto(shared.url);
    await page.see('Scan. Redeem. Earn.');
    await page.goto(shop.free.distributorUrl);
    await page.see('Business Opportunity');
    await page.goto(shop.root.customerUrl);
    await page.see('20% Discount');
  });

  it('the pages of accounts work without a session', async () => {
    for (const [path, text] of [
      ['/login', 'Log in'],
      ['/forgot-password', 'Forgot your password?'],
      ['/register', 'Create your account'],
    ] as const) {
      await page.goto(shared.url + path);
      await page.see(text);
      expect(await page.run("return document.body.innerText.includes('too old for this page')")).toBe(false);
    }
  });

  it('a new customer goes from the offer to a redemption that is in My Scans', async () => {
    await page.goto(shop.root.customerUrl);
    await page.click(link('Sign in to redeem'));
    await page.type('input[name=firstName]', 'Wanda');
    await page.type('input[name=email]', 'wanda@example.test');
    await page.type('input[name=password]', 'correct horse battery');
    await page.click(button('Create account'));
    await page.see('Your redemption code');
    await page.click(button('Redeem Benefit'));
    await page.click(
      "//*[@role='dialog' or self::dialog]//button[normalize-space()='Redeem Benefit' or normalize-space()='Confirm']",
    );
    await page.see('Show this code to staff to confirm your redemption.');
    await page.goto(`${shared.url}/my-scans`);
    await page.see('Corner Café');
    await page.see('Summer 20%!');
  });

  it.each([
    ['/mobile-scanner', 'Start Scanning'],
    ['/account', 'wanda@example.test'],
  ])('%s works for a signed-in customer', async (path, text) => {
    await page.goto(shared.url + path);
    await page.see(text);
  });
});
