import { expect, it } from 'vitest';
import { openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct();

/** Pause between two keystrokes of a fast typist, in milliseconds. */
const BETWEEN_LETTERS_MS = 90;
/** Slows the processor down to that of a cheap phone. */
const SLOWER = 6;
const TYPED = 'Summer 3 % 20 off';

it.each<[string, string, (siteId: string) => string]>([
  ['owner', 'q', () => '/sites'],
  ['owner', 'q', (siteId) => `/qr-management?site=${siteId}`],
  ['owner', 'q', (siteId) => `/sites/${siteId}/redemptions`],
  ['owner', 'q', (siteId) => `/sites/${siteId}/flags`],
  ['owner', 'ledger-q', () => '/payouts?payouts=all'],
  ['distributor', 'ledger-q', () => '/payouts'],
  ['distributor', 'q', () => '/qr-management'],
  ['customer', 'q', () => '/my-scans'],
  ['staff', 'q', () => '/staff-validation'],
])('%s: every letter typed at a person’s speed on a slow phone arrives (%s)', async (account, name, pathOf) => {
  const { context, page } = await openWindow(running.browser, running.product.url, PHONE);
  await context.request.post('/api/auth/login', { data: demoAccount(account) });
  await page.goto(pathOf(running.business.siteId));
  const fields = page.getByRole('searchbox');
  await fields.first().waitFor();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let n = 0; n < (await fields.count()); n += 1) {
    await fields.nth(n).pressSequentially(TYPED, { delay: BETWEEN_LETTERS_MS });
    await expect.poll(() => fields.nth(n).inputValue()).toBe(TYPED);
  }
  await expect.poll(() => new URL(page.url()).searchParams.get(name)).toBe(TYPED);
  // The field follows the address when the address changes.
  await page.goBack();
  await page.goForward();
  await expect.poll(() => fields.first().inputValue()).toBe(TYPED);
  await context.close();
});
