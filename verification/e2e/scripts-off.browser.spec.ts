import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from './support/browser.ts';
import { openOffer } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

/** Names that would break out of their element if they were not escaped. */
const NAME = `Bread </script><script>document.title='taken'</script> "'> <!--sent--> $&`;
const SITE = '<b>Bäckerei</b> & Söhne';

const shared = useSharedProduct();
let links: { customerUrl: string; distributorUrl: string };

beforeAll(async () => {
  links = (await openOffer(shared.url, { site: SITE, qr: { name: NAME, maxRedemptions: 10 } })).qr;
});

const open = async (url: string, options: { javaScriptEnabled: boolean; locale?: string }) => {
  const context = await shared.browser.newContext({ viewport: PHONE, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  const pageErrors: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  const response = await page.goto(shared.url + new URL(url, shared.url).pathname + new URL(url, shared.url).search);
  return { page, asked, pageErrors, status: response?.status(), close: () => context.close() };
};

describe('with scripts off', () => {
  it('shows a customer the whole offer and the way to sign in', async () => {
    const { page, status, close } = await open(links.customerUrl, { javaScriptEnabled: false });
    expect(status).toBe(200);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(NAME);
    const text = await page.locator('main').innerText();
    expect(text).toContain(`from ${SITE}`);
    expect(text).toContain('20% Discount');
    expect(text).toContain('Used 0/10');
    const signIn = page.getByRole('link', { name: 'Sign in to redeem' });
    await expect.poll(() => signIn.getAttribute('href')).toMatch(/^\/api\/login\?intent=customer&returnTo=/);
    expect(await page.title()).toBe(`${NAME} from ${SITE} · PerkTree`);
    await expect
      .poll(() => page.locator('meta[property="og:description"]').getAttribute('content'))
      .toBe(`20% Discount from ${SITE}`);
    await close();
  });

  it('shows a distributor what they would earn and how it works', async () => {
    const { page, close } = await open(links.distributorUrl, { javaScriptEnabled: false });
    const text = await page.locator('main').innerText();
    expect(text).toContain('10.00% per redemption');
    expect(text).toContain('How it works');
    await expect.poll(() => page.getByRole('link', { name: 'Sign up to Claim' }).count()).toBe(1);
    await close();
  });

  it('is in the language of the browser, and of the link beside the brand', async () => {
    const { page, close } = await open(links.customerUrl, { javaScriptEnabled: false, locale: 'es-ES' });
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Sign in to redeem' }).waitFor();
    await close();
  });

  it('says that a code is unknown, with status 404', async () => {
    const { page, status, close } = await open('/scan/customer/nonsense', { javaScriptEnabled: false });
    expect(status).toBe(404);
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Invalid QR Code');
    await close();
  });

  it('shows the landing page with its three ways in', async () => {
    const { page, close } = await open('/', { javaScriptEnabled: false });
    for (const name of ['Scan QR Code', 'Customer Login', 'Business Login']) {
      await expect.poll(() => page.getByRole('link', { name }).count()).toBe(1);
    }
    await close();
  });
});

it('sends the whole page and its styles in 14 KB', async () => {
  const html = await (await fetch(shared.url + new URL(links.distributorUrl).pathname)).text();
  const styles = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path as string);
  expect(styles).toHaveLength(1);
  const texts = [html, ...(await Promise.all(styles.map(async (path) => (await fetch(shared.url + path)).text())))];
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(14 * 1024);
});

describe('with scripts on', () => {
  it('draws the offer without asking for it again, and runs nothing that a name brings along', async () => {
    const { page, asked, pageErrors, close } = await open(links.customerUrl, { javaScriptEnabled: true });
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(NAME);
    expect(await page.title()).toBe(`${NAME} from ${SITE} · PerkTree`);
    // The page contains the session, so a signed-out visitor causes no request, whose 401 would appear in the console.
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/scan']);
    expect(asked.filter((path) => path.startsWith('/api/scan-info/'))).toEqual([]);
    // What all public pages share, the bundler's part, and 1 KB of this page.
    expect(asked.filter((path) => path.endsWith('.js'))).toHaveLength(3);
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('keeps the error card of an unknown code', async () => {
    const { page, pageErrors, close } = await open('/scan/distributor/nonsense', { javaScriptEnabled: true });
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Invalid QR Code');
    expect(pageErrors).toEqual([]);
    await close();
  });

  it('changes the language, and keeps it on the next page', async () => {
    const { page, pageErrors, close } = await open(links.customerUrl, { javaScriptEnabled: true });
    await page.getByRole('link', { name: 'Español' }).click();
    await page.waitForURL('**?lang=es');
    await page.goto(`${shared.url}/`);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');
    await page.getByRole('link', { name: 'English' }).waitFor();
    expect(pageErrors).toEqual([]);
    await close();
  });
});

describe('a browser that cannot run the application', () => {
  const TOO_OLD = /This browser is too old for this page\. Update it \(iOS 16\.4 or later\)/;

  it.each(['/login', '/qrs'])('says which browsers work, and what to do: %s', async (path) => {
    const context = await shared.browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    // As in iOS 16.3: the scripts do not parse, and the unit is unknown.
    await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = ;' }));
    await page.route(shared.url + path, async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body: body.replaceAll('0rlh', '0unknown') });
    });
    await page.goto(shared.url + path);
    await page.getByText(TOO_OLD).waitFor();
    await page.getByText('Este navegador es demasiado antiguo para esta página.').waitFor();
    const box = await page
      .getByText(TOO_OLD)
      .evaluate((sentence) => sentence.parentElement?.getBoundingClientRect().height);
    expect(box).toBeGreaterThan(40);
    await context.close();
  });

  it('is not what a current one shows, before or after the application has started', async () => {
    const { page, close } = await open('/login', { javaScriptEnabled: false });
    const height = () => page.locator('#root > div').evaluate((box) => box.getBoundingClientRect().height);
    expect(await height()).toBe(0);
    await close();
    const started = await open('/login', { javaScriptEnabled: true });
    await started.page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(await started.page.getByText(TOO_OLD).count()).toBe(0);
    await started.close();
  });
});
