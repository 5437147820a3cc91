import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWindow, PHONE, type Window } from './support/browser.ts';
import { Person } from './support/person.ts';
import { ROOT } from './support/product.ts';
import { openOffer, type ShopQr } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const NAME = `Bread </script><script>document.title='taken'</script> "'> <!--sent--> $&`;
/** `page` of both palettes (ui/kit/theme.ts). */
const GROUND = { light: 'rgb(245, 247, 244)', dark: 'rgb(15, 22, 19)' };
/** File names of the built text catalogues. */
const TEXTS = [...readdirSync(join(ROOT, 'ui/locales/en')).map((file) => file.replace('.json', '')), 'shared-texts'];

const shared = useSharedProduct();
let qr: ShopQr;
beforeAll(async () => {
  ({ qr } = await openOffer(shared.url, { qr: { name: NAME } }));
});
let opened: Window;
afterEach(() => opened?.context.close());

/** A window that notes what it asks for, by path. */
async function open(path: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) {
  opened = await openWindow(shared.browser, shared.url, PHONE, options);
  const { page, pageErrors } = opened;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  await prepare?.(page);
  await page.goto(path);
  return { page, asked, pageErrors };
}
const pathOf = (url: string) => new URL(url).pathname;
const signIn = ({ email, password }: Person) =>
  opened.context.request.post('/api/auth/login', { data: { email, password } });

/** What an offer shows: apps/parts/ui/public-page.spec.ts. Colours with scripts, and of a chosen theme: ui/scan/link-pages. */
it.each(['light', 'dark'] as const)('pages without scripts are as the system is: %s', async (colorScheme) => {
  for (const link of ['/', pathOf(qr.customerUrl), pathOf(qr.distributorUrl), '/scan/customer/unknown']) {
    const { page } = await open(link, { colorScheme, javaScriptEnabled: false });
    await page.locator('main').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(GROUND[colorScheme]);
    await opened.context.close();
  }
});

it('draws the offer without asking for it again, and runs nothing that a name brings along', async () => {
  const { page, asked, pageErrors } = await open(pathOf(qr.customerUrl));
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(NAME);
  expect(await page.title()).toBe(`${NAME} from Harbour Bakery · PerkTree`);
  // The page contains the session, so a signed-out visitor causes no request, whose 401 would appear in the console.
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/scan']);
  // What all public pages share, the bundler's part, and 1 KB of this page.
  expect(asked.filter((path) => path.endsWith('.js'))).toHaveLength(3);
  await page.getByRole('link', { name: 'Español' }).click();
  await page.waitForURL('**?lang=es');
  await page.goto('/');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
  expect(pageErrors).toEqual([]);
});

/** Logo and colours come from the page's own style element, which the content security policy allows by its nonce. */
it('the pages of a brand show it and nothing of the product', async () => {
  const offer = await openOffer(shared.url, { plan: 'ultra' });
  const headers = { cookie: offer.owner.cookie, 'content-type': 'image/svg+xml' };
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#c00"/></svg>';
  const { hash: logo } = await (await fetch(`${shared.url}/api/pictures`, { method: 'POST', headers, body })).json();
  // A colour that is hard to read.
  const brand = { name: 'Luna', logo, colour: '#ffcc00', whiteLabel: true };
  await offer.owner.put(`/api/sites/${offer.siteId}/brand`, brand);
  for (const link of [offer.qr.customerUrl, offer.qr.distributorUrl]) {
    const { page, pageErrors } = await open(pathOf(link));
    await page.waitForLoadState('networkidle');
    const name = page.locator('.brand');
    expect(await name.textContent()).toBe('Luna');
    const logoOf = (element: Element) => getComputedStyle(element, '::before').backgroundImage;
    expect(await name.evaluate(logoOf)).toContain('/api/pictures/');
    const button = page.locator('.button').first();
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(133, 106, 0)');
    expect(await page.content()).not.toMatch(/perktree/i);
    expect(pageErrors).toEqual([]);
    await opened.context.close();
  }
});

it('a page keeps its code without network, says that a dialog cannot be loaded, and opens it once there is network', async () => {
  const customer = await Person.register(shared.url, 'customer', 'customer');
  const { page } = await open('/robots.txt');
  await signIn(customer);
  await page.goto(pathOf(qr.customerUrl));
  await page.locator('output.code').waitFor();
  await opened.context.setOffline(true);
  const redeem = page.getByRole('button', { name: 'Redeem Benefit' });
  await redeem.click();
  await page.getByText("Can't connect. Check your network and try again.").waitFor();
  expect(await page.locator('output.code').isVisible()).toBe(true);
  await opened.context.setOffline(false);
  await redeem.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem Benefit' }).click();
  await page.getByText('Benefit Redeemed!', { exact: true }).waitFor();
});

describe('the application', () => {
  it('stays as it is when it is touched without network, and shows toasts once there is network', async () => {
    const { page } = await open('/robots.txt');
    await signIn(await Person.register(shared.url, 'owner', 'business'));
    await page.goto('/sites');
    const create = page.getByRole('button', { name: 'Create Site' }).first();
    await create.waitFor();
    await opened.context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/toast-area-'));
    await page.getByRole('heading', { level: 1 }).click();
    await failed;
    await page.getByText('You are offline', { exact: false }).waitFor();
    expect(await create.isVisible()).toBe(true);
    await opened.context.setOffline(false);
    await create.click();
    await page.getByRole('textbox', { name: 'Site name' }).fill('Kiosk');
    await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
    await page.getByText('Site Created', { exact: true }).waitFor();
  });

  it('requests all texts of a screen at once, in the language of the visitor alone', async () => {
    const distributor = await Person.register(shared.url, 'distributor', 'distributor');
    const { page, asked } = await open('/robots.txt', { locale: 'es-ES' });
    await signIn(distributor);
    await page.goto('/payouts');
    await page.getByRole('heading', { name: 'Historial de pagos' }).waitFor();
    const names = asked.flatMap((path) => /^\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? []);
    expect(names.filter((name) => TEXTS.includes(name)).toSorted()).toEqual(['common', 'payouts', 'shared-texts']);
  });

  it('requests texts again that could not be loaded', async () => {
    let requests = 0;
    const { page } = await open('/mobile-scanner', {}, (opening) =>
      opening.route(/\/assets\/scanner-[\w-]{8}\.js/, (route) => {
        requests += 1;
        return requests === 1 ? route.abort() : route.continue();
      }),
    );
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(requests).toBe(2);
  });
});

const TOO_OLD = /This browser is too old for this page\. Update it \(iOS 16\.4 or later\)/;

it.each(['/login', '/qrs'])('a browser that is too old reads which ones work, and what to do: %s', async (path) => {
  // As in iOS 16.3: the scripts do not parse, and the unit is unknown.
  const { page } = await open(path, {}, async (opening) => {
    await opening.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = ;' }));
    await opening.route(shared.url + path, async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body: body.replaceAll('0rlh', '0unknown') });
    });
  });
  await page.getByText(TOO_OLD).waitFor();
  await page.getByText('Este navegador es demasiado antiguo para esta página.').waitFor();
  const heightOf = (sentence: Element) => sentence.parentElement?.getBoundingClientRect().height;
  expect(await page.getByText(TOO_OLD).evaluate(heightOf)).toBeGreaterThan(40);
});
