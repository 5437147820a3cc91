import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PATIENCE_MS } from './support/browser.ts';
import { Person } from './support/person.ts';
import { subscribe } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

const soon = { timeout: PATIENCE_MS };

const shared = useSharedProduct();

/** A window of a signed-in person. It marks the document, so that the test notices a reload. */
async function windowOf(person: Person, path: string): Promise<Page> {
  const window = await openWindow(shared.browser, shared.url, DESKTOP);
  const { email, password } = person;
  await window.context.request.post('/api/auth/login', { data: { email, password } });
  const streams = window.page.waitForResponse('**/api/events*');
  await window.page.goto(path);
  expect((await streams).status()).toBe(200);
  await window.page.evaluate('document.notReloaded = true');
  return window.page;
}

async function ownerOf(name: string): Promise<{ owner: Person; site: { id: string } }> {
  const owner = await Person.register(shared.url, 'Owner', 'business');
  await subscribe(owner, 'pro');
  return { owner, site: await owner.post<{ id: string }>('/api/sites', { name, currency: 'EUR' }) };
}

describe('an open tab, when another tab', () => {
  const logOut = (page: Page) => page.context().request.post('/api/logout');
  const logIn = (page: Page, { email, password }: Person) =>
    page.context().request.post('/api/auth/login', { data: { email, password } });
  const isReloaded = (page: Page) => page.evaluate('document.notReloaded !== true');

  async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
  /** Hides the page for so long that it closes its stream. */
  async function whileHidden(page: Page, action: () => Promise<unknown>): Promise<void> {
    await page.clock.install();
    await show(page, 'hidden');
    await page.clock.fastForward(21_000);
    await action();
    await show(page, 'visible');
  }

  it('signed in as someone else while it was hidden, shows the data of that person', async () => {
    const [{ owner: olga }, { owner: rita }] = [await ownerOf('Bakery of Olga'), await ownerOf('Café of Rita')];
    const page = await windowOf(olga, '/sites');
    await page.getByText('Bakery of Olga').first().waitFor();
    await whileHidden(page, async () => {
      await logOut(page);
      await logIn(page, rita);
    });
    await page.getByText('Café of Rita').first().waitFor(soon);
    expect(await page.getByText('Bakery of Olga').count()).toBe(0);
  });

  it('signed in as someone else beside it, shows the data of that person', async () => {
    const [{ owner: olga }, { owner: rita }] = [await ownerOf('Bakery of Olga'), await ownerOf('Café of Rita')];
    const page = await windowOf(olga, '/sites');
    await page.getByText('Bakery of Olga').first().waitFor();
    await logIn(page, rita);
    const other = await page.context().newPage();
    await other.goto('/sites');
    await page.getByText('Café of Rita').first().waitFor(soon);
    expect(await page.getByText('Bakery of Olga').count()).toBe(0);
  });

  it('ended its session while it was hidden, asks for a new login over the page', async () => {
    const { owner } = await ownerOf('Bakery');
    const page = await windowOf(owner, '/sites');
    await page.getByRole('button', { name: 'Create Site' }).first().click();
    await page.getByLabel('Site Name').fill('Half typed');
    await whileHidden(page, () => logOut(page));
    const login = page.getByRole('dialog', { name: 'Your session has ended' });
    await login.getByLabel('Password').fill(owner.password);
    await login.getByRole('button', { name: 'Log in', exact: true }).click();
    await login.waitFor({ state: 'detached', ...soon });
    await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
    await page.getByRole('heading', { name: 'Half typed', exact: true }).first().waitFor(soon);
    expect(await isReloaded(page)).toBe(false);
  });

  it('signed out by its menu, asks to sign in, and reloads once', async () => {
    const { owner } = await ownerOf('Bakery');
    const page = await windowOf(owner, '/sites');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const other = await page.context().newPage();
    await other.goto('/sites');
    await other.getByRole('button', { name: 'Open profile menu' }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor(soon);
    expect(new URL(page.url()).search).toBe('?returnTo=%2Fsites');
    // The page itself, which finds no session, and the login page.
    await expect.poll(() => loads).toBe(2);
    // Time for a second reload, if there were one.
    await page.waitForTimeout(3_000);
    expect(loads).toBe(2);
  });

  it('signed out and in as the same person, or when the network was away, keeps what was typed', async () => {
    const { owner } = await ownerOf('Bakery');
    const page = await windowOf(owner, '/sites');
    await page.getByRole('button', { name: 'Create Site' }).first().click();
    await page.getByLabel('Site Name').fill('Half typed');
    const opened = page.waitForResponse('**/api/events*');
    await whileHidden(page, async () => {
      await logOut(page);
      await logIn(page, owner);
    });
    expect((await opened).status()).toBe(200);
    let refused = 0;
    await page.route('**/api/events*', (route) => {
      refused += 1;
      return refused % 2 === 0 ? route.abort() : route.fulfill({ status: 503 });
    });
    await whileHidden(page, async () => {});
    await expect.poll(() => refused).toBeGreaterThanOrEqual(2);
    // Before the route is removed: the page may open its stream at once, and then only once.
    const reopened = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/events' && response.status() === 200,
    );
    await page.unroute('**/api/events*');
    await reopened;
    await page.waitForTimeout(1_000);
    expect(await isReloaded(page)).toBe(false);
    expect(await page.getByLabel('Site Name').inputValue()).toBe('Half typed');
    expect(await page.getByText('You are offline', { exact: false }).count()).toBe(0);
  });
});
