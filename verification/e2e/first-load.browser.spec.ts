import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { ROOT } from './support/product.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

/** Most bytes of script that a signed-out page loads but does not run, compressed. */
const MOST_UNUSED = 20 * 1024;
/** The scripts of the frameworks, which every page of the application shares. */
const SHARED: Readonly<Record<string, number>> = { 'first-': 90 * 1024, 'public-first-': 60 * 1024 };

/** File names of the built text catalogues. */
const TEXTS = [...readdirSync(join(ROOT, 'ui/locales/en')).map((file) => file.replace('.json', '')), 'shared-texts'];

const shared = useSharedProduct();
let customerPath: string;

beforeAll(async () => {
  customerPath = new URL((await openOffer(shared.url)).qr.customerUrl).pathname;
});

const PAGES = ['landing', 'sign-in', 'registration', 'scan'] as const;
const pathOf = (page: (typeof PAGES)[number]) =>
  ({ landing: '/', 'sign-in': '/login', registration: '/register', scan: customerPath })[page];

describe.each(PAGES)('the %s page, signed out', (name) => {
  it.each([
    ['en-GB', 'en'],
    ['es-MX', 'es'],
  ])('has a description in the language %s', async (locale, language) => {
    const response = await fetch(shared.url + pathOf(name), { headers: { 'accept-language': locale } });
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}"`);
    const [, description = ''] = html.match(/<meta name="description" content="([^"]*)"/) ?? [];
    expect(description.length).toBeGreaterThan(20);
    expect(html.match(/name="description"/g)).toHaveLength(1);
  });

  it('loads without an error in the console, and runs nearly all of its scripts', async () => {
    const context = await shared.browser.newContext({ viewport: PHONE, locale: 'en-GB' });
    const page = await context.newPage();
    const pageErrors: string[] = [];
    const sizes = new Map<string, number>();
    page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
    page.on('pageerror', (error) => pageErrors.push(String(error)));
    page.on('response', async (response) => {
      if (response.status() >= 400) pageErrors.push(`${response.status()} ${response.url()}`);
      // The page may be closed by now.
      const received = await response
        .request()
        .sizes()
        .catch(() => null);
      sizes.set(response.url(), received?.responseBodySize ?? 0);
    });
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    await page.goto(shared.url + pathOf(name), { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const unused = (await page.coverage.stopJSCoverage()).map(({ url, source = '', functions }) => {
      const used = usedCharacters(source.length, functions);
      return [new URL(url).pathname, Math.round((1 - used / source.length) * (sizes.get(url) ?? 0))] as const;
    });
    expect(pageErrors).toEqual([]);
    expect(unused.filter(([path, bytes]) => bytes > mostUnusedOf(path))).toEqual([]);
    await context.close();
  });
});

function mostUnusedOf(path: string): number {
  const [, most = MOST_UNUSED] = Object.entries(SHARED).find(([name]) => path.startsWith(`/assets/${name}`)) ?? [];
  return most;
}

interface Covered {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

/** Counts the characters that ran. An inner range overrides the outer ones. */
function usedCharacters(length: number, functions: readonly Covered[]): number {
  const isUsed = new Uint8Array(length);
  const ranges = functions.flatMap(({ ranges: of }) => of);
  for (const { startOffset, endOffset, count } of ranges.toSorted(
    (a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset),
  )) {
    isUsed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return isUsed.reduce((sum, used) => sum + used, 0);
}

it('requests the files and texts of a screen and the user without waiting for one another', async () => {
  const customer = await Person.register(shared.url, 'customer', 'customer');
  const context = await shared.browser.newContext({ viewport: PHONE, locale: 'en-GB', serviceWorkers: 'block' });
  await context.request.post(`${shared.url}/api/auth/login`, {
    data: { email: customer.email, password: customer.password },
  });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\.js$/, '')));
  // None of these calls is answered.
  await page.route(/\/api\/auth\/user/, () => {});
  await page.route(/\/assets\/earnings-page/, () => {});
  await page.goto(`${shared.url}/earnings`, { waitUntil: 'commit' });
  const files = ['earnings', 'shared-texts', 'earnings-page', 'shell'].map((name) => `/assets/${name}`);
  await expect.poll(() => requested).toEqual(expect.arrayContaining(['/api/auth/user', ...files]));
  await context.close();
});

it('requests all texts of a screen at once, in the language of the visitor alone', async () => {
  const distributor = await Person.register(shared.url, 'distributor', 'distributor');
  const context = await shared.browser.newContext({ viewport: PHONE, locale: 'es-ES', serviceWorkers: 'block' });
  await context.request.post(`${shared.url}/api/auth/login`, {
    data: { email: distributor.email, password: distributor.password },
  });
  const page = await context.newPage();
  const texts: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname) ?? [];
    if (name !== undefined && TEXTS.includes(name)) texts.push(name);
  });
  await page.goto(`${shared.url}/payouts`);
  await page.getByRole('heading', { name: 'Historial de pagos' }).waitFor();
  expect(texts.toSorted()).toEqual(['common', 'payouts', 'shared-texts']);
  await context.close();
});

it('requests texts again that could not be loaded', async () => {
  const context = await shared.browser.newContext({ viewport: PHONE, locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  let requests = 0;
  await page.route(/\/assets\/scanner-[\w-]{8}\.js/, (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.continue();
  });
  await page.goto(`${shared.url}/mobile-scanner`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(requests).toBe(2);
  await context.close();
});

it('tells crawlers in text what they may read', async () => {
  const response = await fetch(`${shared.url}/robots.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toContain('User-agent: *');
  expect(text).not.toContain('<');
});
