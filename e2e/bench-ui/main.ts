import type { Browser } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../standalone/demo/demo-business.ts';
import { launchBrowser } from '../support/browser.ts';
import { removeData, startProduct } from '../support/product.ts';
import { type Figures, measurePage } from './measure-page.ts';

/** The pages, and the person of the demo business who opens each; nobody: signed out. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly person?: string }[] = [
  { name: 'landing', path: '/' },
  { name: 'customer link', path: 'customer' },
  { name: 'distributor link', path: 'distributor' },
  { name: 'scanner, signed out', path: '/mobile-scanner' },
  { name: 'log in', path: '/login' },
  { name: 'customer link', path: 'customer', person: 'customer' },
  { name: 'my scans', path: '/my-scans', person: 'customer' },
  { name: 'owner’s dashboard', path: '/', person: 'owner' },
  { name: 'owner’s QRs', path: '/qr-management', person: 'owner' },
  { name: 'staff validation', path: '/staff-validation', person: 'staff' },
];

/**
 * `npm run bench:ui`: what each first page costs on a cheap phone (a processor 4 times slower, slow 4G, nothing cached):
 * bytes as gzip -9 sends them, requests, and the moments that Lighthouse looks at. It prints and judges nothing.
 */
async function main(): Promise<void> {
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    const links = await linksOfDemo(browser, product.url);
    console.log(
      'Processor 4 times slower, 1.6 Mbit/s, 150 ms round trip, empty cache. KB are 1024 bytes after gzip -9.\n',
    );
    console.log(line(['page', 'who', 'HTML', 'CSS', 'JS', 'other', 'requests', 'FCP ms', 'LCP ms', 'TBT ms']));
    for (const { name, path, person } of PAGES) {
      const context = await newContext(browser, product.url, person);
      const figures = await measurePage(context, links[path] ?? path);
      console.log(line([name, person ?? 'nobody', ...cells(figures)]));
      await context.close();
    }
  } finally {
    await browser.close();
    await product.stop();
    removeData(product);
  }
}

async function newContext(browser: Browser, baseURL: string, person?: string) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    // The worker is installed after the page; it would fetch through the same slow line meanwhile.
    serviceWorkers: 'block',
  });
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${person}@`));
  if (account) {
    const data = { email: account.email, password: DEMO_PASSWORD };
    const answer = await context.request.post('/api/auth/login', { data });
    if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`);
  }
  return context;
}

/** The links of a QR of the demo, as paths. */
async function linksOfDemo(browser: Browser, origin: string): Promise<Record<string, string>> {
  const context = await newContext(browser, origin, 'owner');
  const read = async <Answer>(path: string) => (await context.request.get(path)).json() as Promise<Answer>;
  const [site] = await read<{ id: string }[]>('/api/me/sites');
  const [qr] = await read<{ id: string }[]>(`/api/sites/${site?.id}/qrs`);
  const urls = await read<{ customerUrl: string; distributorUrl: string }>(
    `/api/sites/${site?.id}/qrs/${qr?.id}/qrcode`,
  );
  await context.close();
  return { customer: new URL(urls.customerUrl).pathname, distributor: new URL(urls.distributorUrl).pathname };
}

const WIDTHS = [22, 10, 7, 7, 7, 7, 9, 8, 8, 8];
const line = (parts: readonly string[]) =>
  parts.map((part, i) => (i < 2 ? part.padEnd(WIDTHS[i] ?? 0) : part.padStart(WIDTHS[i] ?? 0))).join(' ');

function cells({ bytes, requests, fcp, lcp, tbt }: Figures): string[] {
  const sizes = [bytes.html, bytes.css, bytes.js, bytes.other].map((size) => (size / 1024).toFixed(1));
  return [...sizes, String(requests), ...[fcp, lcp, tbt].map((time) => (Number.isNaN(time) ? '–' : time.toFixed(0)))];
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
