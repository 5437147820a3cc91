import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import type { Person } from '../e2e/support/person.ts';
import { readQr } from '../e2e/support/read-qr.ts';
import { openShop, type ShopQr, tokenOf } from '../e2e/support/shop.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();
const PHONE_WITH_WORKER = { viewport: PHONE, serviceWorkers: 'allow' } as const;

/** Waits until the service worker is active and controls this page. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const scanOf = (person: Person, { customerUrl }: ShopQr) =>
  person.post<{ redemptionCode: string; redemptionToken: string }>('/api/scan', { token: tokenOf(customerUrl) });

it('shows a customer their open code and its QR without a network, until it is redeemed or they sign out', async () => {
  const { owner, customer, root } = await openShop(journey.url);
  const scan = await scanOf(customer, root);
  const page = await journey.open(customer, '/mobile-scanner', PHONE_WITH_WORKER);
  const context = page.context();
  await installed(page);
  await page.waitForFunction((code) => localStorage.getItem('device-copy')?.includes(code), scan.redemptionCode);
  // The worker keeps the page and its files, never an answer of the API.
  const kept = await page.evaluate(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  })()`);
  expect((kept as string[]).filter((path) => !path.startsWith('/assets/'))).toEqual(['/mobile-scanner']);

  await context.setOffline(true);
  for (const path of ['/my-scans', '/mobile-scanner']) {
    await page.goto(path);
    if (path === '/mobile-scanner') await page.getByRole('tab', { name: 'Scans' }).click();
    await page.getByText('You are offline. Staff can still redeem these codes', { exact: false }).waitFor();
    await page.getByText(/^20%/).first().waitFor();
    await page.getByText(scan.redemptionCode).waitFor();
    await page.getByRole('button', { name: /^Show to staff/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await readQr(dialog.getByAltText('QR of your redemption code'))).toBe(scan.redemptionToken);
    await dialog.getByRole('timer').waitFor();
  }
  // A printed link also leads to the saved codes.
  await page.goto(root.customerUrl);
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByRole('link', { name: 'Show my open codes' }).click();
  await page.getByText(scan.redemptionCode).waitFor();

  // Back online: codes that were redeemed meanwhile are removed.
  await owner.post('/api/staff/redeem', { redemptionCode: scan.redemptionCode });
  await context.setOffline(false);
  await page.getByText('Redeemed', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('You are offline', { exact: false }).count()).toBe(0);
  // The open codes are a separate list, which can arrive after the visible one.
  await page.waitForFunction((code) => !localStorage.getItem('device-copy')?.includes(code), scan.redemptionCode);

  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Customer Login' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('device-copy')`)).toBe(null);
});

it('tells staff that they are offline, confirms nothing, and sends nothing later', async () => {
  const { staff, customer, root } = await openShop(journey.url);
  const { redemptionCode } = await scanOf(customer, root);
  const page = await journey.open(staff, '/staff-validation', PHONE_WITH_WORKER);
  const context = page.context();
  await installed(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  await page.getByLabel('Redemption Code').fill(redemptionCode);
  await context.setOffline(true);
  await page.getByText('Reconnect to confirm redemptions', { exact: false }).waitFor();
  const validate = page.getByRole('button', { name: 'Validate', exact: true });
  await expect.poll(() => validate.isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /Scan Customer QR/ }).isDisabled()).toBe(true);
  await page.getByLabel('Redemption Code').press('Enter');
  // Also after it is reopened.
  await page.reload();
  await page.getByText('Reconnect to confirm redemptions', { exact: false }).waitFor();
  await page.getByLabel('Redemption Code').fill(redemptionCode);
  await page.getByLabel('Redemption Code').press('Enter');
  await expect.poll(() => page.getByText('Redemption Confirmed', { exact: false }).count()).toBe(0);

  await context.setOffline(false);
  await page.getByText('You are offline', { exact: false }).first().waitFor({ state: 'detached' });
  expect(sent).toEqual([]);
  expect(await customer.get<{ isRedeemed: boolean }[]>('/api/me/scans')).toMatchObject([{ isRedeemed: false }]);
  await page.getByLabel('Redemption Code').fill(redemptionCode);
  await validate.click();
  // The server stalls: the form is sent without its rules, which the server checks anyway.
  let stalled = 0;
  await context.route(/\/assets\/rules-/, () => {
    stalled += 1;
  });
  await page.getByLabel('Sale amount', { exact: false }).fill('12.50');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Redemption Confirmed!').waitFor();
  expect(sent).toHaveLength(2);
  expect(stalled).toBeGreaterThan(0);
});

it('keeps the screen while the file of a menu or of the next screen does not come', async () => {
  const { staff } = await openShop(journey.url);
  const page = await journey.open(staff, '/staff-validation', { viewport: PHONE });
  const context = page.context();
  const code = page.getByLabel('Redemption Code');
  await code.fill('K7M');
  await context.setOffline(true);
  const failed = (path: RegExp) => page.waitForEvent('requestfailed', (request) => path.test(request.url()));
  await Promise.all([
    ...[/open-menu/, /healthz/].map(failed),
    page.getByRole('button', { name: 'Open profile menu' }).click(),
  ]);
  expect(await code.inputValue()).toBe('K7M');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1 }).click();
  const entry = page.getByRole('menuitem', { name: 'Account', exact: true });
  await entry.waitFor();

  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await context.route(/\/assets\/account-page-/, async (route) => {
    await held;
    await route.continue();
  });
  await entry.click();
  const bar = page.locator('.screen-progress');
  await bar.waitFor();
  expect(await code.inputValue()).toBe('K7M');
  letThrough();
  await page.getByRole('heading', { level: 1, name: 'Account', exact: true }).waitFor();
  await bar.waitFor({ state: 'detached' });
});
