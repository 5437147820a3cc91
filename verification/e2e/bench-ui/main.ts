import { ALL_SCREENS, SITE_ID } from '@perktree/ui/testing/all-screens';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { type Account, demoAccount, openDemo } from '../support/demo.ts';
import { startProduct } from '../support/product.ts';
import { type Figures, measurePage } from './measure-page.ts';

const CONDITIONS = `A processor 4 times slower, 1.6 Mbit/s, 150 ms round trip, empty cache. KB are 1024 bytes after gzip -9.
FCP and LCP: milliseconds to the first and the largest paint; TBT: what tasks took beyond 50 ms each, after the first paint.`;
const HEADS = ['page', 'who', 'HTML', 'CSS', 'JS', 'other', 'requests', 'FCP', 'LCP', 'TBT'];

/**
 * `npm run bench -- ui [ROLE…]`: the cost of every screen for each role on a cheap phone, each with an empty cache, in a demo
 * business: bytes after gzip -9, requests, and the times that Lighthouse measures. It checks no limits.
 */
async function main(): Promise<void> {
  const chosen = process.argv.slice(2);
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser([], { optimises: true });
  try {
    const { owner, site, addressOf } = await openDemo(product.url);
    const [qr] = await owner.get<[{ id: string }]>(`/api/sites/${site.id}/qrs?limit=1`);
    const links = await owner.get<Record<string, string>>(`/api/sites/${site.id}/qrs/${qr.id}/qrcode`);
    const offers = ['customerUrl', 'distributorUrl'].map(
      (link) => [new URL(links[link] ?? '').pathname, null] as const,
    );
    const rows = [HEADS, HEADS.map((_, i) => (i < 2 ? '---' : '---:'))];
    for (const [path, role] of [['/', null] as const, ...offers, ...ALL_SCREENS]) {
      const who = role ?? 'signed out';
      if (chosen.length > 0 && !chosen.includes(who)) continue;
      const context = await newContext(browser, product.url, role === null ? null : demoAccount(role));
      const row = [`\`${path.replace(SITE_ID, ':id')}\``, who, ...cells(await measurePage(context, addressOf(path)))];
      await context.close();
      rows.push(row);
      console.log(row.join('  '));
    }
    const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
    console.log(`\n${new Date().toISOString().slice(0, 10)}. ${CONDITIONS}\n\n${table}`);
  } finally {
    await browser.close();
    await product.remove();
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
    const answer = await context.request.post('/api/auth/login', { data: account });
    if (!answer.ok()) throw new Error(`${account.email} cannot sign in: ${answer.status()}`);
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
