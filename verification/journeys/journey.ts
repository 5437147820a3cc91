import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { DESKTOP, openWindow, photographAll, type Window } from '../e2e/support/browser.ts';
import { ROOT } from '../e2e/support/product.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

export interface Journey {
  /** The address of the product. Journeys share it, so each registers the people it needs. */
  readonly url: string;
  readonly browser: Browser;
  /** Opens a path in a window, signed in as a person. A page error in it fails the test. */
  open(person: Account | null, path: string, options?: WindowOptions): Promise<Page>;
}

type WindowOptions = BrowserContextOptions & { readonly viewport?: { width: number; height: number } };

/** The product and the browser of all journeys, for the tests of a file. */
export function useJourney(): Journey {
  const url = inject('journeyProduct');
  const windows: Window[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('journeyBrowser'));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photographAll(join(ROOT, 'test-results', task.name.slice(0, 40)));
    const opened = windows.splice(0);
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return {
    url,
    get browser() {
      return browser;
    },
    async open(person, path, { viewport = DESKTOP, ...options } = {}) {
      const window = await openWindow(browser, url, viewport, options);
      windows.push(window);
      if (person !== null) {
        const data = { email: person.email, password: person.password };
        expect((await window.context.request.post('/api/auth/login', { data })).status()).toBe(200);
      }
      await window.page.goto(path);
      return window.page;
    },
  };
}

/** Downloads a file by a button of the page. */
export async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
}
