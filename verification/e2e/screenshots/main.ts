import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { type Account, furnish } from '../support/furnish.ts';
import { peopleOf } from '../support/people.ts';
import { ROOT, removeData, startProduct } from '../support/product.ts';
import { closeAll, MODAL, settled, showIn, type View } from '../support/states.ts';
import { viewsOf } from '../support/views.ts';
import { wordsIn } from '../support/words.ts';
import { nameOf, namesOf } from './name-of.ts';
import { STATES } from './states.ts';

/**
 * `npm run screenshots -- all`: takes pictures of every route of every role in a furnished demo business, with each dialog, menu
 * and tab, at the widths of a phone and a desktop, light and dark. Routes of signed-in people are also shown while they load
 * and after a failure; newcomers show the empty states. Names of widths, themes or people select pictures:
 * `npm run screenshots -- all phone dark owner`.
 */
const FOLDER = join(ROOT, 'screenshots');
const WIDTHS = { phone: PHONE, desktop: DESKTOP };
const THEMES = ['light', 'dark'] as const;
/** Pause before a picture, for a dialog to stop moving, or for charts to draw after a page's data has loaded. */
const STILL_MS = 250;

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    const business = await furnish(product.url);
    const views = viewsOf(business);
    for (const [who, account] of chosen(Object.entries(peopleOf(product.url)), ([name]) => name)) {
      const signedIn = await account();
      // Wait until the expiring QR has expired.
      if (!signedIn) await delay(Math.max(0, business.expired.expiresAt - Date.now()));
      for (const [width, viewport] of chosen(Object.entries(WIDTHS), ([name]) => name)) {
        const page = await openPage(browser, product.url, viewport, signedIn);
        const names = namesOf((views[who] ?? []).map(({ path }) => path));
        for (const [i, view] of (views[who] ?? []).entries()) {
          await photographAll(page, view, `${nameOf(who)}-${width}-${names[i]}`, !!signedIn);
        }
        await page.context().close();
      }
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await product.stop();
    removeData(product);
  }
}

/** The names that were given on the command line; all if none was given. */
function chosen<Item>(items: readonly Item[], nameOfItem: (item: Item) => string): readonly Item[] {
  const named = items.filter((item) => process.argv.includes(nameOfItem(item)));
  return named.length > 0 ? named : items;
}

async function openPage(browser: Browser, baseURL: string, viewport: typeof PHONE, account: Account | null) {
  const context = await browser.newContext({
    baseURL,
    viewport,
    hasTouch: viewport === PHONE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  if (account) {
    const { email, password } = account;
    const answer = await context.request.post('/api/auth/login', { data: { email, password } });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

/** Pictures of a view and of all that can be opened on it; with `withStates` also while it loads and after a failure. */
async function photographAll(page: Page, view: View, name: string, withStates: boolean): Promise<void> {
  await bringAndPhotograph(page, name, async () => {
    await page.goto(view.path);
    await settled(page);
  });
  for (const { name: state, open } of view.states ?? []) {
    // Only a phone has the drawer.
    if (state === 'drawer' && name.includes('-desktop-')) continue;
    await bringAndPhotograph(page, `${name}-${nameOf(state)}`, async () => {
      await open(page, wordsIn('en'));
      await settled(page);
    });
    // The next state may be on the tab that this one selects.
    await closeAll(page);
  }
  if (!withStates) return;
  for (const [state, arrange] of Object.entries(STATES)) {
    const undo = await arrange(page);
    await bringAndPhotograph(page, `${name}-${state}`, async () => {
      await page.goto(view.path);
      await (state === 'loading' ? page.locator('h1').first().waitFor() : settled(page));
    });
    await undo();
  }
}

async function bringAndPhotograph(page: Page, name: string, bring: () => Promise<void>): Promise<void> {
  try {
    await bring();
  } catch (error) {
    // If one page fails, still take the pictures of the others.
    console.warn(`${name}: ${String(error).split('\n', 1)[0]}`);
  }
  await page.waitForTimeout(STILL_MS);
  const before = page.viewportSize();
  // For a dialog or menu, take the window, not the whole page below it.
  const isOver = (await page.locator(MODAL).count()) > 0;
  if (!isOver) await growToPage(page);
  for (const theme of chosen(THEMES, (one) => one)) {
    await showIn(page, theme);
    await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) });
  }
  if (before) await page.setViewportSize(before);
}

/** Makes the window as high as the page, so that a footer is at the bottom of the picture. */
async function growToPage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? PHONE;
  const needed = await page.evaluate(() => document.documentElement.scrollHeight);
  if (needed > height) await page.setViewportSize({ width, height: needed });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
