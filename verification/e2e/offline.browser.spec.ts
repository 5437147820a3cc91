import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const WITH_WORKER = { serviceWorkers: 'allow' } as const;

const shared = useSharedProduct();
let owner: Person;
beforeAll(async () => {
  ({ owner } = await openOffer(shared.url));
});

/** Waits until the service worker is active and controls this page. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

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
