import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from './support/actions.ts';
import { openWindow, PATIENCE_MS, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { useSharedProduct } from './support/use-product.ts';

const shared = useSharedProduct();
let owner: Person;
let distributor: Person;
let siteId: string;

const soon = { timeout: PATIENCE_MS };
const last = (url: string) => url.split('/').at(-1) as string;

beforeAll(async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${last(checkout.url)}/confirm`);
  siteId = (await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' })).id;
  await owner.post('/api/sites', { name: 'Corner Café', currency: 'EUR' });
  const make = (name: string) =>
    owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
      name,
      type: 'DISCOUNT_PERCENT',
      discountPercent: 20,
      commissionPercent: '10.00',
      maxRedemptions: 50,
    });
  const bread = await make('Bread');
  await make('Tea');
  const { qrs } = await owner.post<{ qrs: { id: string }[] }>(`/api/sites/${siteId}/qrs/${bread.id}/split`, {
    splits: [{ name: 'Ferry', commissionPercent: '4.00' }],
  });
  distributor = await Person.register(shared.url, 'distributor', 'distributor');
  const links = async (id: string) =>
    owner.get<{ customerUrl: string; distributorUrl: string }>(`/api/sites/${siteId}/qrs/${id}/qrcode`);
  for (const { id } of [bread, ...qrs]) {
    await distributor.post('/api/claim-qr', { token: last((await links(id)).distributorUrl) });
  }
  const [ferry] = qrs as [{ id: string }];
  for (const [n, saleAmount] of ['33.33', '100.00'].entries()) {
    const customer = await Person.register(shared.url, `customer-${n}`, 'customer');
    const token = last((await links(ferry.id)).customerUrl);
    const { redemptionCode } = await customer.post<{ redemptionCode: string }>('/api/scan', { token });
    await owner.post('/api/staff/redeem', { redemptionCode, saleAmount });
  }
});

async function signedIn(person: Person, path: string): Promise<Page> {
  const { page, context } = await openWindow(shared.browser, shared.url, PHONE);
  await context.request.post('/api/auth/login', { data: { email: person.email, password: PASSWORD } });
  await page.goto(path);
  return page;
}

const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it('QRs: the site, the search and the filter are in the address; a find is shown with the path to it', async () => {
  const page = await signedIn(owner, '/qr-management');
  await choose(page, 'Select Site', 'Harbour Bakery EUR');
  const rows = page.getByRole('button', { name: /^More for/ });
  await expect.poll(() => rows.count(), soon).toBe(3);
  await page.getByRole('searchbox', { name: 'Search name or benefit' }).fill('ferry');
  await page.getByText('In Bread', { exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(queryOf(page)).toEqual({ site: siteId, q: 'ferry' });
  await page.reload();
  await page.getByText('In Bread', { exact: true }).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Search name or benefit' }).fill('');
  await choose(page, 'Show', 'Not claimed');
  await expect.poll(() => rows.count(), soon).toBe(1);
  await page.goBack();
  await expect.poll(() => rows.count(), soon).toBe(3);
  await page.goForward();
  await expect.poll(() => rows.count(), soon).toBe(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download QR Commission Tree as CSV' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(2);
});

it('sites: search, order and the dialog share the address', async () => {
  const page = await signedIn(owner, '/sites');
  const names = () => page.getByRole('article').getByRole('heading').allTextContents();
  await expect.poll(names, soon).toHaveLength(2);
  await choose(page, 'Sort by', 'Name');
  await expect.poll(names, soon).toEqual(['Corner Café', 'Harbour Bakery']);
  await page.getByRole('searchbox', { name: 'Search sites' }).fill('CAFE');
  await expect.poll(names, soon).toEqual(['Corner Café']);
  await page.getByRole('button', { name: 'Create Site' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(queryOf(page)).toEqual({ q: 'CAFE', sort: 'name' });
});

it('ledger: filter and order are in the address, go back and forward, and are what the CSV has', async () => {
  const page = await signedIn(distributor, '/payouts');
  const amounts = () =>
    page.getByRole('button', { name: /^Explain €/ }).evaluateAll((all) => all.map((one) => one.ariaLabel));
  await expect.poll(amounts, soon).toHaveLength(4);
  await choose(page, 'Sort by', 'Amount');
  await expect.poll(async () => (await amounts())[0], soon).toContain('€6.00');
  expect(queryOf(page)).toEqual({ 'ledger-sort': 'amount' });
  await choose(page, 'Show', 'Paid');
  await page.getByText('No results').waitFor();
  expect(queryOf(page)).toEqual({ 'ledger-sort': 'amount', 'ledger-show': 'paid' });
  await page.goBack();
  await expect.poll(amounts, soon).toHaveLength(4);
  await page.getByRole('searchbox', { name: /Search QR/ }).fill('2.00');
  await expect.poll(amounts, soon).toHaveLength(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Commission Breakdown as CSV' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(2);
});

it('explains each cent: event, path, base, pool, rounding, what followed, and that it holds', async () => {
  const page = await signedIn(distributor, '/payouts');
  await page.getByRole('button', { name: /^Explain €1\.33/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How this amount was calculated' });
  await dialog.getByText('gives the same amounts', { exact: false }).waitFor();
  const text = await dialog.innerText();
  for (const part of [
    'A benefit was redeemed',
    'Sale amount €33.33, entered by staff',
    'Commission: 10% of it is 3.333, rounded to €3.33.',
    'Ferry',
    'Hold ends',
  ])
    expect(text).toContain(part);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toContain('Explain €1.33');
});

it('my scans, redemptions and payouts keep their state in the address, too', async () => {
  const customer = await Person.register(shared.url, 'guest', 'customer');
  const scans = await signedIn(customer, '/my-scans?show=redeemed&q=x');
  await scans.getByText('No results').waitFor();
  await expect.poll(() => scans.getByRole('searchbox').inputValue()).toBe('x');
  await scans.getByRole('searchbox').fill('');
  await choose(scans, 'Show', 'All');
  await scans.getByText('No QR codes scanned yet').waitFor();
  const redemptions = await signedIn(owner, `/sites/${siteId}/redemptions`);
  await redemptions
    .getByRole('button', { name: /^Reverse/ })
    .first()
    .waitFor();
  await choose(redemptions, 'Show', 'Reversed');
  await redemptions.getByText('No results').waitFor();
  expect(queryOf(redemptions)).toEqual({ show: 'reversed' });
  await redemptions.goBack();
  await redemptions
    .getByRole('button', { name: /^Reverse/ })
    .first()
    .waitFor();
  const payouts = await signedIn(owner, '/payouts?payouts=all');
  await payouts.getByText('No payouts yet').waitFor();
});
