import type { Page } from 'playwright-core';
import { wasStubbed } from './stub.ts';

/** What is a document of its own (apps/parts/ui/serve-ui.ts): the link pages, and the landing page of who is signed out. */
const OWN_DOCUMENT = /^\/(scan\/.*)?$/;

/**
 * Goes to a path as a link within the application does, without loading all of it again. To another document, to another
 * address of the same screen, and after answers that were not the server's, it goes as the address bar does.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const from = page.url() === 'about:blank' ? '/' : new URL(page.url()).pathname;
  const [to = ''] = path.split('?');
  if (OWN_DOCUMENT.test(from) || OWN_DOCUMENT.test(to) || from === to || wasStubbed(page)) {
    await page.goto(path);
    return;
  }
  await follow(page, path);
}

/** Goes on within the application, to another of its screens. */
export async function follow(page: Page, path: string): Promise<void> {
  const before = await page.locator('h1:visible').first().elementHandle();
  const from = new URL(page.url()).pathname;
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Another heading is shown, or one was sent back to where one came from. Between the two screens none may be shown.
  await page.waitForFunction(
    ([heading, start]) => {
      const shown = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
      return window.location.pathname === start || (shown !== undefined && shown !== heading);
    },
    [before, from] as const,
  );
}
