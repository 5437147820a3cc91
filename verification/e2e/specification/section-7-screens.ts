import type { Page, Request } from 'playwright-core';
import { PNG } from 'pngjs';
import { toBuffer } from 'qrcode';
import { afterEach, describe, expect, it } from 'vitest';
import { Person } from '../support/person.ts';
import { openQrDialog, pickQrItem } from '../support/screens.ts';
import { NAMES, tokenOf } from '../support/shop.ts';
import { refusal, stub } from '../support/stub.ts';
import { useVisits } from '../support/visits.ts';

/** Which calls each screen makes, when, and how often. */
const visits = useVisits();
let page: Page;
const leavePage = () => visits.leave(page);
/** This page keeps its fake clock. */
const closePage = () => page.close();

/** Paths of the calls that a page makes from now on. */
function listen(to: Page): string[] {
  const paths: string[] = [];
  to.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push(`${request.method()} ${pathname}`);
  });
  return paths;
}
const times = (paths: readonly string[], pattern: RegExp) => paths.filter((path) => pattern.test(path)).length;
const tree = () => `/qr-management?site=${visits.shop.siteId}`;
const openAs = async (person: Person | null, path: string) => {
  page = await visits.open(person);
  const asked = listen(page);
  await page.goto(path);
  return asked;
};
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const AUTH = /\/api\/auth\/user(-role)?$/;
const OWN_QRS = /^GET \/api\/distributors\/me\/qrs$/;

describe('7 · GET /api/distributors/me/qrs', () => {
  afterEach(closePage);
  it.each([
    ['403 not retried', 403, 1],
    ['other errors up to 3 tries', 500, 3],
  ])('%s', async (_, status, tries) => {
    page = await visits.open(visits.shop.distributor);
    await page.clock.install();
    await stub(page, { method: 'GET', path: '/distributors/me/qrs', ...refusal(status, 'No.') });
    const asked = listen(page);
    await page.goto('/qr-management');
    const failed = page.getByRole('alert');
    for (let second = 0; second < 20 && !(await failed.count()); second += 1) await page.clock.runFor(1_000);
    await failed.waitFor();
    await page.clock.runFor(60_000);
    expect(times(asked, OWN_QRS)).toBe(tries);
  });

  it('6 · loads only when signed in', async () => {
    const asked = await openAs(null, '/mobile-scanner');
    await page.getByRole('tab', { name: 'QR Codes' }).click();
    await page.getByRole('link', { name: 'Distributor login' }).waitFor();
    expect(times(asked, OWN_QRS)).toBe(0);
  });

  it('4 · the role is fetched only after authentication', async () => {
    const asked = await openAs(visits.shop.distributor, '/qr-management');
    await page.getByRole('button', { name: 'Split' }).first().waitFor();
    expect(asked.filter((path) => AUTH.test(path))).toEqual(['GET /api/auth/user', 'GET /api/auth/user-role']);
  });

  it('4 · not after a user call that failed', async () => {
    page = await visits.open(visits.shop.customer);
    await stub(page, { method: 'GET', path: '/api/auth/user', ...refusal(500, 'No.') });
    const asked = listen(page);
    await page.goto('/mobile-scanner');
    await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
    expect(asked.filter((path) => AUTH.test(path))).toEqual(['GET /api/auth/user']);
  });

  it('4 · not when signed out: the page says so by itself, and asks for neither', async () => {
    const asked = await openAs(null, '/mobile-scanner');
    await page.getByRole('button', { name: 'Start Scanning' }).waitFor();
    expect(asked.filter((path) => AUTH.test(path))).toEqual([]);
  });
});

describe('6 · Site configs load only for distributors with at least one QR', () => {
  afterEach(leavePage);
  it('none: not asked for', async () => {
    const newcomer = await Person.register(visits.url, 'Newcomer', 'distributor');
    const asked = await openAs(newcomer, '/qr-management');
    await page.getByText('No QR codes claimed yet. Start claiming QRs to see them here.').waitFor();
    expect(times(asked, /site-config/)).toBe(0);
  });

  it('7 · one call per distinct site', async () => {
    const asked = await openAs(visits.shop.distributor, '/qr-management');
    await page.getByRole('button', { name: 'Split' }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^More for/ }).count()).toBeGreaterThan(1);
    expect(times(asked, /site-config/)).toBe(1);
  });
});

describe('7 · Refresh after success', () => {
  afterEach(leavePage);
  const send = async (button: 'Split' | 'Sibling' | 'Edit', submit: string) => {
    const dialog = await openQrDialog(page, NAMES.child, button);
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('New');
    await dialog.getByRole('button', { name: submit }).click();
  };
  it.each([
    ['split', () => send('Split', 'Create Split')],
    ['sibling', () => send('Sibling', 'Create Sibling')],
    ['edit', () => send('Edit', 'Save Changes')],
    [
      'create',
      async () => {
        await page.locator('form').getByRole('textbox', { name: 'Name', exact: true }).fill('New');
        await page.locator('form').getByLabel('Discount percent').fill('5');
        await click('Create QR Code');
      },
    ],
  ])('QR lists after each %s', async (_, act) => {
    await openAs(visits.shop.owner, tree());
    await page.getByRole('button', { name: `More for ${NAMES.child}` }).waitFor();
    for (const method of ['POST', 'PUT'] as const) await stub(page, { method, path: '/(split|qrs|qrs/*)' });
    const again = page.waitForRequest(
      (r) => r.method() === 'GET' && new URL(r.url()).pathname.endsWith(`/${visits.shop.siteId}/qrs`),
    );
    await act();
    await again;
  });

  it.each([
    ['a claim', 'distributor', ['distributors/me/qrs*', 'auth/user-role']],
    ['a redemption', 'customer', ['me/scans*']],
  ] as const)('after %s', async (_, kind, reads) => {
    const { customerUrl, distributorUrl } = visits.shop.free;
    await stubbed(kind);
    await page.goto(`/mobile-scanner?token=${tokenOf(kind === 'customer' ? customerUrl : distributorUrl)}`);
    await page.getByRole('button', { name: 'Scan Another QR' }).waitFor();
    const again = reads.map((read) => page.waitForRequest(`**/api/${read}`));
    await click(kind === 'customer' ? 'Redeem Benefit' : 'Claim QR Code');
    if (kind === 'distributor') await click('Sí, Reclamar QR');
    await Promise.all(again);
  });

  it('after a claim, the ledger too: it is read again when it is next shown', async () => {
    await stubbed('distributor');
    const loaded = page.waitForResponse('**/api/distributors/me/ledger*');
    await page.goto('/payouts');
    await page.getByRole('heading', { name: 'Commission Breakdown' }).waitFor();
    await loaded;
    const asked = listen(page);
    const goTo = (path: string) =>
      page.evaluate((to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    const LEDGER = /^GET \/api\/distributors\/me\/ledger/;
    // Without a claim it is not reloaded, because data never goes stale.
    await goTo('/account');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await goTo('/payouts');
    await page.getByRole('heading', { name: 'Commission Breakdown' }).waitFor();
    expect(times(asked, LEDGER)).toBe(0);
    await goTo(`/mobile-scanner?token=${tokenOf(visits.shop.free.distributorUrl)}`);
    await click('Claim QR Code');
    await click('Sí, Reclamar QR');
    await page.getByText('QR Claimed Successfully', { exact: true }).waitFor();
    const again = page.waitForRequest('**/api/distributors/me/ledger*');
    await goTo('/payouts');
    await again;
  });

  const stubbed = async (kind: 'customer' | 'distributor') => {
    page = await visits.open(visits.shop[kind]);
    await stub(page, { method: 'POST', path: '/api/(redeem|claim-qr)', body: { success: true, message: 'Done.' } });
  };
});

describe('7 · Query defaults', () => {
  afterEach(closePage);
  it('no refetch on window focus, no polling, data never goes stale', async () => {
    page = await visits.open(visits.shop.owner);
    await page.clock.install();
    await page.goto('/sites');
    await page.getByRole('button', { name: 'Configure' }).waitFor();
    const asked = listen(page);
    await page.clock.runFor(600_000);
    await page.evaluate(() => {
      for (const name of ['blur', 'focus', 'visibilitychange']) window.dispatchEvent(new Event(name));
    });
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
    await page.getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('button', { name: 'Configure' }).waitFor();
    expect(times(asked, /^GET \/api\/me\/sites$/)).toBe(0);
  });
});

describe('7 · The distributor QR image is produced in the browser', () => {
  afterEach(leavePage);
  it('from distributorUrl: PNG, error correction M, width 400, margin 1 (9 · QR image display 320px)', async () => {
    await openAs(visits.shop.owner, tree());
    await pickQrItem(page, NAMES.free, 'Show QR Code');
    await page.getByRole('tab', { name: 'Distributor Link' }).click();
    const image = page.getByAltText('QR code of the distributor link');
    const [head, base64 = ''] = ((await image.getAttribute('src')) ?? '').split(',');
    expect(head).toBe('data:image/png;base64');
    const shown = PNG.sync.read(Buffer.from(base64, 'base64'));
    const options = { errorCorrectionLevel: 'M', width: 400, margin: 1 } as const;
    const wanted = PNG.sync.read(await toBuffer(visits.shop.free.distributorUrl, options));
    expect([shown.width, shown.height]).toEqual([400, 400]);
    expect(shown.data.equals(wanted.data)).toBe(true);
    const box = await image.boundingBox();
    expect([box?.width, box?.height]).toEqual([320, 320]);
  });
});

describe('7 · Browser navigations', () => {
  afterEach(leavePage);
  it.each([
    ['the landing page, customer', '/', 'Customer Login', '/api/login?intent=customer'],
    ['the landing page, business', '/', 'Business Login', '/api/login?intent=business'],
    ['the scan page, customer', '/mobile-scanner#Scans', 'Customer Login', '/api/login?intent=customer'],
    ['the scan page, distributor', '/mobile-scanner#QR Codes', 'Distributor login', '/api/login?intent=distributor'],
  ])('login from %s', async (_, path, link, href) => {
    const [place = '', tab] = path.split('#');
    await openAs(null, place);
    if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect
      .poll(() => page.getByRole('link', { name: link, exact: true }).getAttribute('href'))
      .toMatch(new RegExp(`^${href.replace('?', '\\?')}(&|$)`));
  });

  it.each([
    ['the shell', '/sites'],
    ['the scan page', '/mobile-scanner'],
  ])('Logout in %s is a navigation to /api/logout', async (_, path) => {
    const person = await Person.register(visits.url, 'Leaving', 'business');
    await openAs(person, path);
    await click('Open profile menu');
    const left = page.waitForRequest((request) => request.url().endsWith('/api/logout'));
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
    expect((await left).isNavigationRequest()).toBe(true);
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Business Login' }).waitFor();
  });
});
