import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, seeToast } from './support/actions.ts';
import { NOTHING_RUNS, PATIENCE_MS, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { operate } from './support/product.ts';
import { useFurnishedProduct } from './support/use-product.ts';
import { follow } from './support/visit.ts';

const running = useFurnishedProduct();

const PEOPLE = ['signed out', 'customer', 'distributor', 'owner', 'staff', 'superadmin'] as const;
type Who = (typeof PEOPLE)[number];
type Account = Pick<Person, 'email' | 'password'>;

/** What a route does: it shows its screen, asks for a sign-in, or redirects. */
type End = 'shown' | 'sign in' | '/' | '/mobile-scanner';

const everyone = (end: End): Record<Who, End> => ({
  'signed out': end,
  customer: end,
  distributor: end,
  owner: end,
  staff: end,
  superadmin: end,
});
/**
 * A route for these roles. Signed-out visitors are asked to sign in, other customers are redirected to the scanner, and other
 * people to the Dashboard.
 */
const only = (...allowed: readonly Who[]): Record<Who, End> => ({
  ...everyone('/'),
  'signed out': 'sign in',
  customer: '/mobile-scanner',
  ...Object.fromEntries(allowed.map((who) => [who, 'shown'])),
});

/** Every route and its screens. `:site` and other parameters stand for ids of the demo business. */
const ROUTES: Readonly<Record<string, Record<Who, End>>> = {
  '/': { ...everyone('shown'), customer: '/mobile-scanner' },
  '/dashboard': only('distributor', 'owner', 'staff', 'superadmin'),
  '/mobile-scanner': everyone('shown'),
  '/scan/customer/:customer': everyone('shown'),
  '/scan/distributor/:distributor': everyone('shown'),
  '/my-scans': only('customer'),
  '/earnings': only('customer'),
  '/qr-management': only('owner', 'distributor'),
  '/qr-management?site=:site': only('owner', 'distributor'),
  '/qr-management/print?site=:site': only('owner', 'distributor'),
  '/qr-management/tree?site=:site': only('owner', 'distributor'),
  '/qr-management/bulk?site=:site': only('owner'),
  '/sites': only('owner'),
  '/sites?create=1': only('owner'),
  '/sites/:site/redemptions': only('owner'),
  '/sites/:site/brand': only('owner'),
  '/sites/:site/flags': only('owner'),
  '/payouts': only('owner', 'distributor'),
  '/staff-validation': only('owner', 'staff'),
  '/subscription': only('owner'),
  '/checkout/:checkout': only('owner'),
  '/admin/queues': only('superadmin'),
  '/api-keys': only('owner'),
  '/webhooks': only('owner'),
  '/files': only('customer', 'distributor', 'owner', 'staff', 'superadmin'),
  '/account': only('customer', 'distributor', 'owner', 'staff', 'superadmin'),
  '/login': everyone('shown'),
  '/register': everyone('shown'),
  '/forgot-password': everyone('shown'),
  '/reset-password': everyone('shown'),
  '/verify-email': everyone('shown'),
  '/pair-device': everyone('shown'),
  '/staff-invitations/:invitation': everyone('shown'),
  '/nowhere': everyone('shown'),
  '/sites/:site/nowhere': everyone('shown'),
};

/** The heading that tells pages of the same path apart. */
const HEADINGS: readonly [route: RegExp, who: (who: Who) => boolean, heading: RegExp][] = [
  [/^\/$/, (who) => who === 'signed out', /^Scan\. Redeem\. Earn\.$/],
  [/^\/$|^\/dashboard$/, (who) => who !== 'signed out', /^Welcome back, /],
  [/nowhere$/, () => true, /^404 Page Not Found$/],
  [/^\/qr-management$/, (who) => who === 'owner', /^QR Management$/],
  [/^\/qr-management$/, (who) => who === 'distributor', /^My QR Codes$/],
  [/^\/login/, () => true, /^Log in$/],
  [/^\/forgot-password/, () => true, /^Forgot your password\?$/],
  [/^\/reset-password/, () => true, /^Choose a new password$/],
  [/^\/verify-email/, () => true, /^Verify your e-mail address$/],
];

function pathOf(route: string): string {
  const { siteId, offer, checkout, invitation } = running.business;
  const things: Readonly<Record<string, string>> = {
    site: siteId,
    customer: offer.customer,
    distributor: offer.distributor,
    checkout,
    invitation,
  };
  return route.replace(/:(\w+)/g, (_, name: string) => things[name] ?? '');
}

async function windowOf(who: Who | Account): Promise<{ context: BrowserContext; page: Page }> {
  const context = await running.browser.newContext({
    baseURL: running.product.url,
    viewport: PHONE,
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (who !== 'signed out') await signIn(context, who);
  return { context, page: await context.newPage() };
}

async function signIn(context: BrowserContext, who: Who | Account): Promise<void> {
  const { email, password } = typeof who === 'string' ? demoAccount(who) : who;
  const answer = await context.request.post('/api/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** The page that a navigation ends at. A page that only redirects shows no heading. */
interface Arrival {
  readonly at: string;
  readonly heading: string;
}

async function arrival(page: Page): Promise<Arrival> {
  const heading = await page.locator('h1:visible').first().innerText();
  const { pathname, search } = new URL(page.url());
  return { at: pathname + search, heading };
}

/** The page that a navigation by the address bar ends at. */
async function endOf(page: Page, path: string): Promise<Arrival> {
  // Content that loads after the heading does not redirect.
  await page.goto(path, { waitUntil: 'commit' });
  return arrival(page);
}

/** The page that a link on a screen of every role leads to. */
async function endOfLink(page: Page, path: string, from: string): Promise<Arrival> {
  const goTo = (to: string) => {
    const isOutside = [new URL(page.url()).pathname, to].some((one) => isDocument(one, from));
    return isOutside ? page.goto(to) : follow(page, to);
  };
  if (new URL(page.url()).pathname !== from) await goTo(from);
  await goTo(path);
  return arrival(page);
}

/** Pages outside the application: the link pages, and the landing page of signed-out visitors. */
const isDocument = (path: string, from: string) =>
  path.startsWith('/scan/') || (path === '/' && from === SIGNED_OUT_FROM);
const NEW_PASSWORD = 'another horse battery';
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
const SIGNED_OUT_FROM = '/register';

function expectedAt(path: string, end: End): string {
  if (end === 'shown') return path;
  return end === 'sign in' ? `/login?returnTo=${encodeURIComponent(path)}` : end;
}

describe('every route', () => {
  it.each(PEOPLE)('is shown to, or sends elsewhere: %s', async (who) => {
    const { context, page } = await windowOf(who);
    const home = who === 'signed out' ? SIGNED_OUT_FROM : '/account';
    await page.goto(home);
    for (const [nth, [route, ends]] of Object.entries(ROUTES).entries()) {
      const path = pathOf(route);
      // One of them opens each route from the address bar. The others use a link, which takes a tenth of the time.
      const isTyped = nth % PEOPLE.length === PEOPLE.indexOf(who) || path === home;
      const { at, heading } = await (isTyped ? endOf(page, path) : endOfLink(page, path, home));
      expect({ who, route, at }).toEqual({ who, route, at: expectedAt(path, ends[who]) });
      for (const [, , expected] of HEADINGS.filter(
        ([shown, whose]) => shown.test(at.split('?')[0] ?? '') && whose(who),
      )) {
        expect(heading).toMatch(expected);
      }
    }
    await context.close();
  });
});

describe('signing in', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    ({ context, page } = await windowOf('signed out'));
  });
  // The next person uses the same window, because it has all files cached.
  afterEach(async () => {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(NOTHING_RUNS);
    await context.clearCookies();
  });
  afterAll(() => context?.close());

  it.each([
    ['owner', 'Business', '/sites?create=1', '/sites?create=1'],
    ['distributor', 'Distributor', '/payouts', '/payouts'],
    ['customer', 'Customer', '/my-scans', '/my-scans'],
    // The requested screen opens in the role that it is for, whichever role the sign-in chose.
    ['owner', 'Customer', '/sites', '/sites'],
    ['staff', 'Customer', '/staff-validation', '/staff-validation'],
    // Without a requested screen, the role of the sign-in is kept.
    ['owner', 'Customer', '/login', '/mobile-scanner'],
    // The screen is not for any of their roles, so they are redirected to the home of their role.
    ['customer', 'Customer', '/sites', '/mobile-scanner'],
    ['distributor', 'Distributor', '/staff-validation', '/'],
  ] as const)('brings %s, who signs in as %s and opened %s, to %s', async (who, intent, wanted, arrives) => {
    await page.goto(wanted);
    await page.getByRole('button', { name: intent, exact: true }).click();
    const { email, password } = demoAccount(who);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => url.pathname + url.search === arrives);
    await page.locator('h1').first().waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(arrives);
  });

  it('never leads to another site', async () => {
    const { email, password } = demoAccount('customer');
    await page.goto(`/login?returnTo=${encodeURIComponent('//elsewhere.test/')}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/mobile-scanner');
    expect(new URL(page.url()).origin).toBe(running.product.url);
  });
});

describe('while it is not known who is there', () => {
  it.each(['/sites', '/my-scans', '/dashboard', '/mobile-scanner'])(
    '%s shows a spinner and does not redirect',
    async (path) => {
      const { context, page } = await windowOf('owner');
      let answer = () => {};
      const held = new Promise<void>((done) => {
        answer = done;
      });
      await page.route('**/api/auth/user', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path);
      await page.getByRole('progressbar', { name: 'Loading…' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect.poll(() => page.locator('h1').count()).toBe(0);
      answer();
      await page.locator('h1').first().waitFor();
      const ends = ROUTES[path]?.owner;
      expect(new URL(page.url()).pathname).toBe(ends === 'shown' ? path : ends);
      await context.close();
    },
  );
});

it('opening screens counts as use of the session', async () => {
  const { context, page } = await windowOf('owner');
  await page.clock.install();
  await page.goto('/account');
  await page.locator('h1').waitFor();
  await page.clock.fastForward(30 * 60_000);
  const told = page.waitForRequest('**/api/auth/user');
  await follow(page, '/sites');
  await told;
  await context.close();
});

describe('signed out in another window', () => {
  it('the next screen asks to sign in again, and the home is the landing page', async () => {
    const { context, page } = await windowOf('owner');
    await page.goto('/account');
    await page.locator('h1').waitFor();
    await context.clearCookies();
    for (const [path, end] of [
      ['/sites', expectedAt('/sites', 'sign in')],
      ['/', '/'],
    ] as const) {
      expect((await endOf(page, path)).at).toBe(end);
    }
    await context.close();
  });

  it('is what a new password does to all windows but this one, and the old password opens none', async () => {
    const person = await Person.register(running.product.url, 'careful', 'customer');
    const [here, there] = [await windowOf(person), await windowOf(person)];
    for (const { page } of [here, there]) await page.goto('/account');
    const form = here.page.getByRole('region', { name: 'Password' });
    const [current, next] = [form.getByLabel('Current password'), form.getByLabel('New password')];
    const change = async (from: string, to: string) => {
      await current.fill(from);
      await next.fill(to);
      await form.getByRole('button', { name: 'Change password' }).click();
    };

    await change(PASSWORD, 'too short');
    await form.getByText('Enter at least 10 characters.').waitFor();
    await expect.poll(() => isFocused(next)).toBe(true);
    await change(PASSWORD, 'qwertyuiop');
    await form.getByText('This password is too common').waitFor();
    await change('not the password', NEW_PASSWORD);
    await form.getByText('Incorrect password.').waitFor();
    await expect.poll(() => isFocused(current)).toBe(true);
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    await change(PASSWORD, NEW_PASSWORD);
    await seeToast(here.page, 'Password changed');
    await expect.poll(async () => [await current.inputValue(), await next.inputValue()]).toEqual(['', '']);

    expect((await endOf(there.page, '/account')).at).toBe(expectedAt('/account', 'sign in'));
    expect((await endOf(here.page, '/account')).at).toBe('/account');
    await there.page.getByLabel('E-mail').fill(person.email);
    await there.page.getByLabel('Password').fill(PASSWORD);
    await there.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await there.page.getByText('Incorrect e-mail or password.').waitFor();
    await there.page.getByLabel('Password').fill(NEW_PASSWORD);
    await there.page.getByRole('button', { name: 'Log in', exact: true }).click();

    // After signing in again, this window ends the sessions of all others.
    await there.page.getByRole('button', { name: 'End all other sessions' }).click();
    const dialog = there.page.getByRole('dialog', { name: 'End all other sessions' });
    const proof = dialog.getByLabel('Current password');
    await proof.fill(PASSWORD);
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await expect.poll(() => isFocused(proof)).toBe(true);
    await proof.fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await seeToast(there.page, 'All your other sessions have ended');
    expect((await endOf(here.page, '/account')).at).toBe(expectedAt('/account', 'sign in'));
    for (const { context } of [here, there]) await context.close();
  });

  it("to the sign-in follows a new password by the operator's link", async () => {
    const person = await Person.register(running.product.url, 'forgetful', 'customer');
    const { context, page } = await windowOf(person);
    const printed = await operate(['accounts', 'reset-link', person.email, '--yes'], {
      DATA_DIR: running.product.dataDir,
    });
    const link = new URL(/\S+\/reset-password#\S+/.exec(printed.output)?.[0] ?? '');
    await page.goto(link.pathname + link.hash);
    const field = page.getByLabel('New password');
    const set = async (password: string) => {
      await field.fill(password);
      await page.getByRole('button', { name: 'Set password' }).click();
    };
    await set('Basketball99');
    await page.getByText('This password is too common').waitFor();
    await expect.poll(() => isFocused(field)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await set(NEW_PASSWORD);
    await page.getByText('Your new password is set.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/mobile-scanner');

    await page.goto(link.pathname + link.hash);
    await set('a third horse battery');
    await page.getByText('This link is invalid, used or expired.').waitFor();
    await context.close();
  });
});
