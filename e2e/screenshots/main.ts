import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../standalone/demo/demo-business.ts';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { ROOT, removeData, startProduct } from '../support/product.ts';
import { ROUTES, type Route } from './routes.ts';

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
  await page.waitForLoadState('networkidle');
  await route.prepare?.(page);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
