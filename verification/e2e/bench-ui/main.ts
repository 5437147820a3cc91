import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { type Account, type Business, furnish } from '../support/furnish.ts';
import { removeData, startProduct } from '../support/product.ts';
import { type Figures, measurePage } from './measure-page.ts';
import { pagesOf, peopleOf } from './pages.ts';
import { routeOf } from './route-of.ts';

const CONDITIONS = `A processor 4 times slower, 1.6 Mbit/s, 150 ms round trip, empty cache. KB are 1024 bytes after gzip -9.
FCP and LCP: milliseconds to the first and the largest paint; TBT: what tasks took beyond 50 ms each, after the first paint.`;
const HEADS = ['page', 'who', 'HTML', 'CSS', 'JS', 'other', 'requests', 'FCP', 'LCP', 'TBT'];

/**
 * `npm run bench -- ui [PERSON…]`: the cost of every route for each role on a cheap phone, in a furnished demo
 * business: bytes after gzip -9, requests, and the times that Lighthouse measures. It checks no limits.
 */
async function main(): Promise<void> {
  const chosen = process.argv.slice(2);
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser([], { optimises: true });
  try {
    const business = await furnish(product.url);
    const rows = [HEADS, HEADS.map((_, i) => (i < 2 ? '---' : '---:'))];
    const addRow = (row: readonly string[]) => {
      rows.push([...row]);
      console.log(row.join('  '));
    };
    const people = Object.entries(peopleOf(product.url)).filter(
      ([name]) => chosen.length === 0 || chosen.includes(name),
    );
    for (const [name, account] of people)
      await measureAll({ browser, origin: product.url, business }, name, account, addRow);
    const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
    console.log(`\n${new Date().toISOString().slice(0, 10)}. ${CONDITIONS}\n\n${table}`);
  } finally {
    await browser.close();
    await product.stop();
    removeData(product);
  }
}

interface Furnished {
  readonly browser: Browser;
  readonly origin: string;
  readonly business: Business;
}

/** Measures every page of one person, each with an empty cache. */
async function measureAll(
  { browser, origin, business }: Furnished,
  name: string,
  account: () => Promise<Account | null>,
  addRow: (row: readonly string[]) => void,
): Promise<void> {
  const signedIn = await account();
  // Visitors also open the expired offer, so wait until it has expired.
  if (!signedIn) await delay(Math.max(0, business.expired.expiresAt - Date.now()));
  for (const path of pagesOf(business)[name] ?? []) {
    const context = await newContext(browser, origin, signedIn);
    const figures = await measurePage(context, path);
    addRow([`\`${routeOf(path, business)}\``, name, ...cells(figures)]);
    await context.close();
  }
}

async function newContext(browser: Browser, baseURL: string, account: Account | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    locale: 'en-GB',
    // The service worker would download over the same slow connection.
    serviceWorkers: 'block',
  });
  if (account) {
    const { email, password } = account;
    const answer = await context.request.post('/api/auth/login', { data: { email, password } });
    if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`);
  }
  return context;
}

function cells({ bytes, requests, fcp, lcp, tbt }: Figures): string[] {
  const sizes = [bytes.html, bytes.css, bytes.js, bytes.other].map((size) => (size / 1024).toFixed(1));
  return [...sizes, String(requests), ...[fcp, lcp, tbt].map((time) => (Number.isNaN(time) ? '–' : time.toFixed(0)))];
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
