import type { Page } from 'playwright-core';

/** Separate documents (apps/parts/ui/serve-ui.ts): the link pages, and the landing page of signed-out visitors. */
const OWN_DOCUMENT = /^\/(scan\/.*)?$/;

/**
 * Opens a path like a link within the application, which does not reload the page. It reloads for another document and for
 * another address of the same screen.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const from = page.url() === 'about:blank' ? '/' : new URL(page.url()).pathname;
  const [to = ''] = path.split('?');
  if (OWN_DOCUMENT.test(from) || OWN_DOCUMENT.test(to) || from === to) {
    await page.goto(path);
    return;
  }
  await follow(page, path);
}

/** Opens another screen within the application. */
export async function follow(page: Page, path: string): Promise<void> {
  const before = await page.locator('h1:visible').first().elementHandle();
  const from = new URL(page.url()).pathname;
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // Another heading is shown, or the page redirected back. Between two screens there may be no heading.
  await page.waitForFunction(
    ([heading, start]) => {
      const shown = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
      return window.location.pathname === start || (shown !== undefined && shown !== heading);
    },
    [before, from] as const,
  );
}
