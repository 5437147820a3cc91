import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../standalone/demo/demo-business.ts';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { ROOT, removeData, startProduct } from '../support/product.ts';
import { ROUTES, type Route } from './routes.ts';

/** How long a page may take to show its data. */
const SETTLE_MS = 700;
/** `npm run screenshots`: every route of every role in the demo business, on a phone's and a desktop's width. */
const FOLDER = join(ROOT, 'screenshots');

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    for (const [width, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      for (const [person, routes] of Object.entries(ROUTES)) {
        const context = await browser.newContext({ baseURL: product.url, viewport, locale: 'en-GB' });
        await signIn(context, person);
        for (const route of routes)
          await photograph(context, route, join(FOLDER, `${width}-${person}-${route.name}.png`));
        await context.close();
      }
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await (browser satisfies Browser).close();
    await product.stop();
    removeData(product);
  }
}

async function signIn(context: BrowserContext, person: string): Promise<void> {
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${person}@`));
  if (!account) return;
  const answer = await context.request.post('/api/auth/login', {
    data: { email: account.email, password: DEMO_PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`);
}

async function photograph(context: BrowserContext, route: Route, path: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(await route.path(context.request));
  await settle(page);
  await route.prepare?.(page);
  await settle(page);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

/** Data has come and spinners are gone. The network is never idle: a page keeps its stream of live updates open. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(SETTLE_MS);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
