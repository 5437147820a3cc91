import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from '../e2e/support/browser.ts';
import { Person } from '../e2e/support/person.ts';
import { readQr } from '../e2e/support/read-qr.ts';
import { useSharedProduct } from '../e2e/support/use-product.ts';

const WITH_WORKER = { serviceWorkers: 'allow' } as const;

const shared = useSharedProduct();
let owner: Person;
let customerUrl: string;

beforeAll(async () => {
  owner = await Person.register(shared.url, 'owner', 'business');
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${checkout.url.split('/').at(-1)}/confirm`);
  const site = await owner.post<{ id: string }>('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  const qrs = `/api/sites/${site.id}/qrs`;
  const qr = await owner.post<{ id: string }>(qrs, {
    name: 'Bread',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
    maxRedemptions: 50,
  });
  customerUrl = (await owner.get<{ customerUrl: string }>(`${qrs}/${qr.id}/qrcode`)).customerUrl;
});

const pageErrors: string[][] = [];
beforeEach(() => {
  pageErrors.length = 0;
});

/** A phone with a signed-in person. */
async function phoneOf(person: Person, origin = shared.url): Promise<{ context: BrowserContext; page: Page }> {
  const window = await openWindow(shared.browser, origin, PHONE, WITH_WORKER);
  pageErrors.push(window.pageErrors);
  const { email, password } = person;
  const answer = await window.context.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return window;
}

/** Waits until the service worker is active and controls this page. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const scanOf = (person: Person) =>
  person.post<{ redemptionCode: string; redemptionToken: string }>('/api/scan', {
    token: customerUrl.split('/').at(-1),
  });

it('shows a customer their open code and its QR without a network, until it is redeemed or they sign out', async () => {
  const customer = await Person.register(shared.url, 'customer', 'customer');
  const scan = await scanOf(customer);
  const { context, page } = await phoneOf(customer);
  await page.goto('/mobile-scanner');
  await installed(page);
  await page.waitForFunction((code) => localStorage.getItem('device-copy')?.includes(code), scan.redemptionCode);

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
  await page.goto(customerUrl);
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
  expect(pageErrors.flat()).toEqual([]);
});

it('tells staff that they are offline, confirms nothing, and sends nothing later', async () => {
  const customer = await Person.register(shared.url, 'guest', 'customer');
  const { redemptionCode } = await scanOf(customer);
  const { context, page } = await phoneOf(owner);
  await page.goto('/staff-validation');
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
  await page.getByText('Redemption Confirmed!').waitFor();
  expect(sent).toHaveLength(1);
});

it('never keeps an answer of the API, and sends no command a second time that found no network', async () => {
  const customer = await Person.register(shared.url, 'unlucky', 'customer');
  await scanOf(customer);
  const { context, page } = await phoneOf(customer);
  await page.goto(`/mobile-scanner?token=${customerUrl.split('/').at(-1)}`);
  await page.getByText('QR Detected!').waitFor();
  await installed(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Redeem Benefit' }).click();
  await page.getByText('Redemption Error', { exact: true }).first().waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline', { exact: false }).first().waitFor({ state: 'detached' });
  expect(await customer.get<{ isRedeemed: boolean }[]>('/api/me/scans')).toMatchObject([{ isRedeemed: false }]);
  const kept = await page.evaluate(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  })()`);
  const others = (kept as string[]).filter((path) => !path.startsWith('/assets/'));
  expect(others).toEqual(['/mobile-scanner']);
});

it('can be installed: a manifest with its icons, under the names of the installation', async () => {
  const html = await (await fetch(`${shared.url}/mobile-scanner`)).text();
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  const answer = await fetch(`${shared.url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({ name: 'PerkTree Console', short_name: 'PerkTree', start_url: '/' });
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes } of manifest.icons) {
    const picture = Buffer.from(await (await fetch(shared.url + src)).arrayBuffer());
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
  }
  expect((await fetch(`${shared.url}/icons/nothing.png`)).status).toBe(404);
});

it('says when there is a new version, takes it when asked to, even beside a file that never comes, and drops the old one', async () => {
  // The build names the worker after its version.
  let build = (known: string) => known;
  const proxy = await proxyWith((path, text) => (path === '/sw.js' ? text.replace(/\b[0-9a-f]{16}\b/, build) : text));
  try {
    const { page } = await openWindow(shared.browser, proxy.url, PHONE, WITH_WORKER);
    await page.goto('/mobile-scanner');
    await installed(page);
    const [before] = (await page.evaluate('caches.keys()')) as string[];
    build = () => '0123456789abcdef';
    await page.evaluate('navigator.serviceWorker.getRegistration().then((r) => r.update())');
    await page.getByText('A new version is ready.').waitFor();
    expect(await page.evaluate('caches.keys()')).toHaveLength(2);
    await page.evaluate(`void fetch('${UNANSWERED}')`);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
    await page.getByText('Discover rewards and exclusive offers').waitFor();
    await expect.poll(() => page.evaluate('caches.keys()')).toHaveLength(1);
    expect(await page.evaluate('caches.keys()')).not.toContain(before);
  } finally {
    await proxy.close();
  }
});

/** A page of the owner's sites, whose next screen has lost its files. @param isGone whether the server has no such file */
async function afterUpdate(isGone: (file: string, loads: number) => boolean) {
  const { context, page } = await openWindow(shared.browser, shared.url, DESKTOP);
  const { email, password } = owner;
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto('/sites');
  await page.getByText('Harbour Bakery').first().waitFor();
  const reloads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && reloads.push(new URL(request.url()).pathname));
  await page.route('**/assets/*.js', (route) =>
    isGone(route.request().url(), reloads.length) ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Payouts' }).click();
  return { page, reloads };
}

it('loads the new version when the files of the next screen are gone after an update', async () => {
  const { page, reloads } = await afterUpdate((_, loads) => loads === 0);
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
  expect(reloads).toEqual(['/payouts']);
});

it('says that a screen cannot be loaded after one reload, and Back leads away from it', async () => {
  const { page, reloads } = await afterUpdate((file, loads) => loads === 0 || file.includes('/payouts'));
  await page.getByText('Something went wrong on this page', { exact: false }).waitFor();
  expect(reloads).toEqual(['/payouts']);
  await page.goBack();
  await page.getByText('Harbour Bakery').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/sites');
});

const UNANSWERED = '/assets/unanswered.js';

/** Serves the product at another address with some texts changed, as two versions at one origin. */
async function proxyWith(change: (path: string, text: string) => string) {
  const server: Server = createServer(async ({ url = '/' }, reply) => {
    if (url === UNANSWERED) return;
    const answer = await fetch(shared.url + url);
    const type = answer.headers.get('content-type') ?? '';
    reply.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-cache' });
    const body = Buffer.from(await answer.arrayBuffer());
    reply.end(type.startsWith('text/javascript') ? change(url, body.toString()) : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}
