import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { DESKTOP, launchBrowser, NOTHING_RUNS, openWindow, PHONE } from './browser.ts';
import type { Person } from './person.ts';
import { openShop, type Shop } from './shop.ts';
import { unstubAll } from './stub.ts';

export const WIDTHS = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;
export type Viewport = typeof PHONE;

/** A running product with one shop in it, and windows of its people. */
export interface Visits {
  readonly shop: Shop;
  readonly url: string;
  /** The shared window of a person or a signed-out visitor, one for each width. */
  page(who: keyof People | 'signedOut', viewport?: Viewport): Promise<Page>;
  /** A new window for one test. */
  open(person: Person | null, viewport?: Viewport): Promise<Page>;
  /** Returns a window for reuse by the same person. Its storage is cleared; its cached files make it open faster. */
  leave(page: Page): Promise<void>;
  /** Unexpected errors of all windows. */
  pageErrors(): string[];
}

type People = Pick<Shop, 'owner' | 'staff' | 'distributor' | 'customer'>;

/** Chromium's fake camera, with permission granted. */
const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** Shared by all shops of a file. */
let launched: Promise<Browser> | null = null;
let users = 0;

async function close(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  await (await launched)?.close();
  launched = null;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function signIn(browser: Browser, origin: string, data: { email: string; password: string }): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin });
  const answer = await context.request.post('/api/auth/login', { data });
  if (!answer.ok()) throw new Error(`${data.email} cannot sign in: ${answer.status()}`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Opens a shop in the shared product for the tests of a file. */
export function useVisits(): Visits {
  const url = inject('sharedProduct');
  let browser: Browser;
  let shop: Shop;
  const pages = new Map<string, Page>();
  const sessions = new Map<string, Promise<Cookies>>();
  const idle = new Map<string, Page[]>();
  const keys = new WeakMap<Page, string>();
  const pageErrors: string[][] = [];
  users += 1;
  beforeAll(async () => {
    launched ??= launchBrowser(CAMERA);
    browser = await launched;
    shop = await openShop(url);
  });
  afterAll(close);

  const open = async (person: Person | null, viewport: Viewport = DESKTOP) => {
    const key = `${person?.email ?? 'signedOut'} ${viewport.width}`;
    const left = idle.get(key)?.pop();
    if (left) {
      if (person) await left.context().addCookies(await sessionOf(person));
      return left;
    }
    // A service worker would answer calls before a test's stub.
    const window = await openWindow(browser, url, viewport, { serviceWorkers: 'block' });
    pageErrors.push(window.pageErrors);
    if (person) await window.context.addCookies(await sessionOf(person));
    keys.set(window.page, key);
    return window.page;
  };
  const leave = async (page: Page) => {
    if (page.isClosed()) return;
    await unstubAll(page);
    page.removeAllListeners('request');
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(NOTHING_RUNS);
    await page.context().clearCookies();
    const session = await page.context().newCDPSession(page);
    const storageTypes = 'local_storage,indexeddb,cache_storage';
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes });
    await session.detach();
    const key = keys.get(page) as string;
    idle.set(key, [...(idle.get(key) ?? []), page]);
  };
  /** Signs in once for all windows, because checking a password takes longer than most tests. */
  const sessionOf = (person: Person) => {
    const { email, password } = person;
    const known = sessions.get(email);
    if (known) return known;
    const session = signIn(browser, url, { email, password });
    sessions.set(email, session);
    return session;
  };
  return {
    get shop() {
      return shop;
    },
    url,
    open,
    leave,
    async page(who, viewport = DESKTOP) {
      const key = `${who} ${viewport.width}`;
      const page = pages.get(key) ?? (await open(who === 'signedOut' ? null : shop[who], viewport));
      pages.set(key, page);
      return page;
    },
    pageErrors: () => pageErrors.flat(),
  };
}
