import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, launchBrowser, openWindow, PATIENCE_MS, PHONE } from './support/browser.ts';
import { startPrepared } from './support/prepared-data.ts';
import { type Product, removeData } from './support/product.ts';

const soon = { timeout: PATIENCE_MS };
let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startPrepared('the demo business'), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

const address = (name: string) => DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${name}@`))?.email ?? '';

async function signedIn(name: string, path: string, size: typeof PHONE, intent?: string): Promise<Page> {
  const { page, context } = await openWindow(browser, product.url, size);
  await context.request.post('/api/auth/login', { data: { email: address(name), password: DEMO_PASSWORD, intent } });
  await page.goto(path);
  return page;
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Code, id, e-mail or name' }).fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('support on %s', (_, size) => {
  it('leads an owner from an address to the customer, a redemption and the explanation of its cents', async () => {
    const page = await signedIn('owner', '/sites', size, 'business');
    await page.getByRole('link', { name: 'Support' }).click();
    await search(page, address('customer'));
    const found = page.getByRole('list', { name: 'Results' });
    await found.getByRole('link', { name: 'Customer: Customer Demo' }).click();
    await page.getByRole('heading', { name: 'Customer: Customer Demo', level: 1 }).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect.poll(() => timeline.getByText('Redeemed by Customer Demo').count(), soon).toBe(2);
    await timeline.getByText('By Staff Demo as Staff').first().waitFor();
    expect(new URL(page.url()).href).not.toContain('demo.perktree');
    await timeline.getByRole('link', { name: 'Redemption Harbour Flyers: timeline' }).click();
    await page.getByRole('heading', { name: 'Redemption: Harbour Flyers', level: 1 }).waitFor();
    await timeline.getByRole('button', { name: 'Explain €1.33 of Partner Demo' }).click();
    await page.getByRole('dialog').getByText('gives the same amounts').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await timeline.getByRole('link', { name: 'Trees of Corner Café at that time' }).first().click();
    await page.getByRole('region', { name: 'Commission trees at this time' }).waitFor();
  });

  it('lets a superadmin find a QR by a part of its name, and says so where nothing is found', async () => {
    const page = await signedIn('superadmin', '/support', size);
    await search(page, 'nobody@example.test');
    await page.getByText('No results').waitFor();
    await search(page, 'ferry');
    await page.getByRole('link', { name: 'QR: Ferry Terminal' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Partner Demo claimed the QR').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'QR: Ferry Terminal' }).waitFor();
  });
});

describe('a dispute', () => {
  it('is opened on a phone, answered by a superadmin at a desk, and closed', async () => {
    const owner = await signedIn('owner', '/support', PHONE, 'business');
    await search(owner, address('customer'));
    await owner.getByRole('link', { name: 'Customer: Customer Demo' }).click();
    await owner.getByRole('link', { name: 'Redemption Ferry Terminal: timeline' }).click();
    const dispute = owner.getByRole('region', { name: 'Dispute' });
    await dispute.getByRole('button', { name: 'Open a dispute' }).click();
    await owner.getByRole('button', { name: 'Open', exact: true }).click();
    await owner.getByText('This field is required.').waitFor();
    await owner.getByRole('textbox', { name: 'Note' }).fill('Says she paid 60.');
    await owner.getByRole('button', { name: 'Open', exact: true }).click();
    await owner.getByRole('region', { name: 'Timeline' }).getByText('Says she paid 60.').waitFor();
    await dispute.getByRole('button', { name: 'Answer the dispute' }).waitFor();

    const desk = await signedIn('superadmin', '/support', DESKTOP);
    await desk.getByRole('link', { name: /^Ferry Terminal · Corner Café/ }).click();
    await desk.getByRole('button', { name: 'Answer the dispute' }).click();
    await desk.getByRole('textbox', { name: 'Note' }).fill('The till says 60, too.');
    await desk.getByRole('button', { name: 'Answer', exact: true }).click();
    await desk.getByRole('region', { name: 'Timeline' }).getByText('The till says 60, too.').waitFor();
    await desk.getByRole('button', { name: 'Close the dispute' }).click();
    await desk.getByRole('textbox', { name: 'Note' }).fill('Reversed 40.');
    await desk.getByRole('button', { name: 'Close dispute', exact: true }).click();
    await desk.getByRole('button', { name: 'Open a dispute' }).waitFor();
    await desk.getByRole('link', { name: 'Support' }).first().click();
    // The demo's own dispute is still open.
    await desk.getByRole('link', { name: /^University Posters · Corner Café/ }).waitFor();
    await desk.getByRole('link', { name: /^Ferry Terminal · Corner Café/ }).waitFor({ state: 'detached' });
  });
});

describe('support', () => {
  it('is reached from a redemption of a site', async () => {
    const page = await signedIn('owner', '/sites', PHONE, 'business');
    await page.getByRole('link', { name: 'Redemptions of Corner Café' }).click();
    await page
      .getByRole('link', { name: /^Timeline of .* of Customer Demo/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Redeemed by Customer Demo').waitFor();
  });

  it('is closed to other roles than owner and superadmin', async () => {
    const page = await signedIn('distributor', '/support', PHONE, 'distributor');
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/');
    expect((await page.request.post('/api/support/search', { data: { q: 'ferry' } })).status()).toBe(403);
  });
});
