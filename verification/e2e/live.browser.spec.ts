import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, launchBrowser, openWindow, PHONE, photographAll } from './support/browser.ts';
import { Person } from './support/person.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, ROOT, removeData } from './support/product.ts';

/** Time limit until an open page shows another person's change, in milliseconds. */
const SOON_MS = 20_000;
const soon = { timeout: SOON_MS };

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startPrepared('nothing');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

const tokenOf = (url: string) => url.split('/').at(-1) as string;
const pageErrors: string[][] = [];

/** A window of a signed-in person. It marks the document, so that the test notices a reload. */
async function windowOf(person: Person, path: string, viewport = DESKTOP): Promise<Page> {
  const window = await openWindow(browser, product.url, viewport);
  pageErrors.push(window.pageErrors);
  const { email, password } = person;
  await window.context.request.post('/api/auth/login', { data: { email, password } });
  const streams = window.page.waitForResponse('**/api/events*');
  await window.page.goto(path);
  expect((await streams).status()).toBe(200);
  await window.page.evaluate('document.notReloaded = true');
  return window.page;
}

/** A campaign of one QR that a distributor has claimed. */
async function openCampaign() {
  const owner = await Person.register(product.url, 'Owner', 'business');
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${tokenOf(checkout.url)}/confirm`);
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Bakery', currency: 'EUR' });
  const qr = await owner.post<{ id: string }>(`/api/sites/${site.id}/qrs`, {
    name: 'Bread',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
    maxRedemptions: 10,
  });
  const links = await owner.get<{ customerUrl: string; distributorUrl: string }>(
    `/api/sites/${site.id}/qrs/${qr.id}/qrcode`,
  );
  const distributor = await Person.register(product.url, 'Distributor', 'distributor');
  await distributor.post('/api/claim-qr', { token: tokenOf(links.distributorUrl) });
  return { owner, distributor, customerToken: tokenOf(links.customerUrl) };
}

describe('pages that are open while something is redeemed', () => {
  it('show it by themselves: dashboard, tree and ledger; scan list, scanner and link page of the customer', async ({
    onTestFailed,
  }) => {
    onTestFailed(async () => {
      await photographAll(`${ROOT}/test-results/live`);
      console.log(product.output());
    });
    const { owner, distributor, customerToken } = await openCampaign();
    const customer = await Person.register(product.url, 'Customer', 'customer');
    const scan = await customer.post<{ redemptionCode: string }>('/api/scan', { token: customerToken });

    const dashboard = await windowOf(owner, '/');
    const ledger = await windowOf(distributor, '/payouts');
    const tree = await windowOf(distributor, '/qr-management');
    const scans = await windowOf(customer, '/my-scans', PHONE);
    const scanner = await windowOf(customer, `/mobile-scanner?token=${customerToken}`, PHONE);
    const link = await windowOf(customer, `/scan/customer/${customerToken}`, PHONE);
    const pages = [dashboard, ledger, tree, scans, scanner, link];

    const redemptions = dashboard.getByText('100.0% conversion rate');
    await dashboard.getByText('0.0% conversion rate').waitFor();
    await tree.getByText('0 redemptions').waitFor();
    await scans.getByText('Available', { exact: true }).waitFor();
    await scanner.getByText('QR Detected!').waitFor();
    await link.locator('output.code').waitFor();
    await ledger.getByText('No commission entries yet').waitFor();

    const confirmed = await owner.post<{ success: boolean }>('/api/staff/redeem', {
      redemptionCode: scan.redemptionCode,
    });
    expect(confirmed.success).toBe(true);

    await Promise.all([
      redemptions.waitFor(soon),
      ledger.getByRole('listitem').getByText('€10.00').waitFor(soon),
      tree.getByText('1 redemption', { exact: false }).first().waitFor(soon),
      scans.getByText('Redeemed', { exact: true }).waitFor(soon),
      scanner.getByText('Benefit Redeemed', { exact: true }).first().waitFor(soon),
      link.getByRole('heading', { name: 'Benefit redeemed' }).waitFor(soon),
    ]);
    for (const page of pages) expect(await page.evaluate('document.notReloaded')).toBe(true);
    expect(pageErrors.flat()).toEqual([]);
  });

  it('do not keep the server from stopping', async () => {
    // If a stream stayed open, the stop would time out after ten seconds with another exit code.
    expect(await product.stop()).toBe(0);
  });
});
