import type { Browser, BrowserContext } from 'playwright-core';
import { DESKTOP, openWindow } from '../support/browser.ts';

/** A product with a large and a small business. */
export interface LargeWorld {
  readonly browser: Browser;
  readonly url: string;
  /** The link of a QR for customers. */
  readonly scanUrl: string;
  readonly siteId: string;
  readonly smallSiteId: string;
  credentialsOf(who: string): { readonly email: string; readonly password: string };
  /** A visitor scans a QR of the large site. */
  scan(): Promise<unknown>;
  /** A customer scans it, and staff redeem the scan. */
  redeem(): Promise<unknown>;
  log(line: string): void;
}

/** A browser context of a signed-in person, without a page. */
export async function signedIn(
  { browser, url, credentialsOf }: Pick<LargeWorld, 'browser' | 'url' | 'credentialsOf'>,
  who: string,
  viewport = DESKTOP,
): Promise<BrowserContext> {
  const { context, page } = await openWindow(browser, url, viewport);
  const answer = await context.request.post('/api/auth/login', { data: credentialsOf(who) });
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()}`);
  await page.close();
  return context;
}
