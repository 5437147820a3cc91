import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, launchBrowser, PHONE, settled } from '../support/browser.ts';
import { demoAccount } from '../support/demo.ts';
import { ROOT, startProduct } from '../support/product.ts';
import { DOCUMENT_PICTURES, type DocumentPicture, fileOf, widthsOf } from './documented-screens.ts';

/** `npm run screenshots`: makes the pictures in docs/images of the demo business; `npm run screenshots -- counter-code` that one. */
const FOLDER = join(ROOT, 'docs/images');
const WIDTHS = { desktop: DESKTOP, phone: PHONE };
/** Keeps a picture below 100 KB, with sharp text. */
const JPEG_QUALITY = 80;
/** Time for charts to draw after their data has loaded. */
const STILL_MS = 600;

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    for (const picture of DOCUMENT_PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
      for (const width of widthsOf(picture)) {
        const page = await openAs(browser, product.url, WIDTHS[width], picture);
        await picture.prepare?.(page);
        await settled(page);
        await page.waitForTimeout(STILL_MS);
        await page.screenshot({ path: join(FOLDER, fileOf(picture, width)), type: 'jpeg', quality: JPEG_QUALITY });
        await page.context().close();
      }
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function openAs(
  browser: Browser,
  baseURL: string,
  viewport: typeof PHONE,
  { who, pathOf }: DocumentPicture,
): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL, viewport, hasTouch: viewport === PHONE, locale: 'en-GB' },
    ...{ reducedMotion: 'reduce', serviceWorkers: 'block' },
  });
  if (who !== null) {
    const answer = await context.request.post('/api/auth/login', { data: demoAccount(who) });
    if (!answer.ok()) throw new Error(`${who} cannot sign in: ${answer.status()}`);
  }
  const page = await context.newPage();
  await page.goto(await pathOf(context.request));
  await settled(page);
  return page;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
