import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE, settled } from './support/browser.ts';
import { type Account, demoAccount, openDemo } from './support/demo.ts';
import { Person } from './support/person.ts';
import { useProduct } from './support/use-product.ts';
import { untilQuiet, watchCalls } from './support/watch-calls.ts';

/** The largest cumulative layout shift that Web Vitals rates as good. */
const MAX_SHIFT = 0.1;
/** Most calls of a screen while it opens, beside that of the bell, which the next screens use again. */
const MAX_CALLS = 8;
const BELL = '/api/me/notifications';
/** Time between two answers. They come in the order of the calls, or in reverse. */
const STEP_MS = 50;
const MAX_MS = 500;
const ORDERS = ['first to last', 'last to first'] as const;

const running = useProduct('--demo-medium');
let siteId: string;
beforeAll(async () => {
  siteId = (await openDemo(running.product.url)).site.id;
});

const screens = (): Readonly<Record<string, readonly string[]>> => ({
  owner: [
    '/',
    '/payouts',
    '/sites',
    `/qr-management?site=${siteId}`,
    `/sites/${siteId}/redemptions`,
    `/sites/${siteId}/flags`,
    `/sites/${siteId}/audit`,
    `/sites/${siteId}/history`,
    '/staff-validation',
    '/subscription',
    '/support',
  ],
  distributor: ['/', '/payouts', '/qr-management'],
  staff: ['/', '/staff-validation'],
  customer: ['/my-scans', '/earnings'],
  superadmin: ['/', '/audit', '/support'],
  'new business': ['/', '/payouts', '/qr-management'],
  'new site': ['/payouts', '/qr-management'],
  'new distributor': ['/', '/payouts'],
});

async function accountOf(who: string): Promise<Account> {
  const { url } = running.product;
  if (who === 'new distributor') return Person.register(url, 'Newcomer', 'distributor');
  if (!who.startsWith('new')) return demoAccount(who);
  const owner = await Person.register(url, 'Newcomer', 'business');
  if (who === 'new site') await owner.post('/api/sites', { name: 'Harbour Bakery', currency: 'EUR' });
  return owner;
}

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s, however late the answers are', (_, viewport) => {
  it.each(['owner', 'distributor', 'staff', 'customer', 'superadmin', 'new business', 'new site', 'new distributor'])(
    'no screen moves under the finger, and none needs more than eight calls beside the bell: %s',
    async (who) => {
      const { email, password } = await accountOf(who);
      const { context, page } = await openWindow(running.browser, running.product.url, viewport);
      await context.request.post('/api/auth/login', { data: { email, password } });
      await page.close();
      const paths = screens()[who] ?? [];
      const findings = await Promise.all(ORDERS.map((order) => findingsOf(context, paths, order)));
      expect(findings.flat()).toEqual([]);
      await context.close();
    },
  );
});

/** Loads the paths one after the other in one page, so that the application's scripts stay compiled. */
async function findingsOf(
  context: BrowserContext,
  paths: readonly string[],
  order: (typeof ORDERS)[number],
): Promise<string[]> {
  const page = await context.newPage();
  const traffic = watchCalls(page);
  const findings: string[] = [];
  let seen: string[] = [];
  await page.route('**/api/**', (route) => answerLate(route, seen, order));
  await page.addInitScript(watchShifts);
  for (const path of paths) {
    const before = traffic.calls;
    seen = [];
    await page.goto(path);
    await settled(page);
    await untilQuiet(page, traffic);
    const { sum, moved } = await shiftOf(page);
    const calls = traffic.calls - before - (seen.includes(BELL) ? 1 : 0);
    if (sum > MAX_SHIFT) findings.push(`${path}, answered ${order}, moves by ${sum.toFixed(2)}: ${moved.join('; ')}`);
    if (calls > MAX_CALLS) findings.push(`${path} makes ${calls} calls: ${seen.join(', ')}`);
  }
  await page.close();
  return findings;
}

/** The session is answered without delay, because no screen is shown before it. */
async function answerLate(route: Route, seen: string[], order: (typeof ORDERS)[number]): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  if (pathname.startsWith('/api/auth/') || pathname === '/api/events') {
    await route.continue();
    return;
  }
  const fromFirst = Math.min(STEP_MS * seen.length, MAX_MS);
  const delay = order === 'first to last' ? fromFirst : MAX_MS - fromFirst;
  seen.push(pathname + search);
  await new Promise((done) => setTimeout(done, delay));
  // The page may be closed by now.
  await route.continue().catch(() => undefined);
}

interface Shifts {
  sum: number;
  readonly moved: string[];
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

function watchShifts(): void {
  const shifts: Shifts = { sum: 0, moved: [] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      for (const { node } of entry.sources) {
        shifts.moved.push(`${entry.value.toFixed(3)} ${(node?.textContent ?? '').slice(0, 30)}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftOf = (page: Page): Promise<Shifts> => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
