import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, errors } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../standalone/demo/demo-business.ts';
import { DESKTOP, launchBrowser, PHONE } from '../support/browser.ts';
import { ROOT, removeData, startProduct } from '../support/product.ts';
import { ROUTES, type Route } from './routes.ts';
import { STATES, settle } from './states.ts';

/**
 * `npm run screenshots`: every route of every role in the demo business, on a phone's and a desktop's width, light and dark,
 * and the routes with data of their own while they load and after a failure. Empty is what a newcomer sees. Names of
 * widths, themes or people behind the command make those alone: `npm run screenshots -- phone dark owner`.
 */
const FOLDER = join(ROOT, 'screenshots');
const WIDTHS = { phone: PHONE, desktop: DESKTOP };
const THEMES = ['light', 'dark'] as const;

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const product = await startProduct({ args: ['--demo'] });
  const browser = await launchBrowser();
  try {
    await registerNewcomer(product.url);
    const links = await linksOfDemo(browser, product.url);
    for (const [width, viewport] of chosen(Object.entries(WIDTHS), ([name]) => name)) {
      for (const theme of chosen(THEMES, (name) => name)) {
        for (const [person, routes] of chosen(Object.entries(ROUTES), ([name]) => name)) {
          const context = await browser.newContext({
            baseURL: product.url,
            viewport,
            locale: 'en-GB',
            colorScheme: theme,
            serviceWorkers: 'block',
          });
          await signIn(context, person);
          for (const route of routes)
            await photographAll(
              context,
              route,
              links,
              (state) => `${width}-${theme}-${person}-${route.name}${state}.png`,
            );
          await context.close();
        }
      }
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await product.stop();
    removeData(product);
  }
}

/** Those that were named behind the command, or all where none of them was. */
function chosen<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  const named = items.filter((item) => process.argv.includes(nameOf(item)));
  return named.length > 0 ? named : items;
}

const NEWCOMER = 'newcomer@demo.perktree.test';

async function registerNewcomer(origin: string): Promise<void> {
  const body = {
    email: NEWCOMER,
    password: DEMO_PASSWORD,
    firstName: 'Newcomer',
    lastName: 'Demo',
    intent: 'business',
  };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${origin}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signIn(context: BrowserContext, person: string): Promise<void> {
  const email = [NEWCOMER, ...DEMO_ACCOUNTS.map((account) => account.email)].find((one) =>
    one.startsWith(`${person}@`),
  );
  if (!email) return;
  const answer = await context.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()}`);
}

/** Paths of the links of a QR of the demo, under the names that routes.ts has for them. */
async function linksOfDemo(browser: Browser, origin: string): Promise<Record<string, string>> {
  const context = await browser.newContext({ baseURL: origin });
  await signIn(context, 'owner');
  const read = async <Answer>(path: string) => (await context.request.get(path)).json() as Promise<Answer>;
  const [site] = await read<{ id: string }[]>('/api/me/sites');
  const [qr] = await read<{ id: string }[]>(`/api/sites/${site?.id}/qrs`);
  const urls = await read<{ customerUrl: string; distributorUrl: string }>(
    `/api/sites/${site?.id}/qrs/${qr?.id}/qrcode`,
  );
  await context.close();
  const pathOf = (url: string) => new URL(url).pathname;
  return { ':customerLink': pathOf(urls.customerUrl), ':distributorLink': pathOf(urls.distributorUrl) };
}

async function photographAll(
  context: BrowserContext,
  route: Route,
  links: Record<string, string>,
  fileOf: (state: string) => string,
): Promise<void> {
  const named = await route.path(context.request);
  const path = links[named] ?? named;
  await photograph(context, path, route.prepare, fileOf(''));
  if (!route.hasStates) return;
  for (const [state, arrange] of Object.entries(STATES)) {
    const undo = await arrange(context);
    await photograph(context, path, undefined, fileOf(`-${state}`));
    await undo();
  }
}

async function photograph(
  context: BrowserContext,
  path: string,
  prepare: Route['prepare'],
  file: string,
): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto(path);
    await settle(page);
    await prepare?.(page);
    await settle(page);
  } catch (error) {
    // One page that is not as it was expected spares nobody the pictures of the others.
    if (!(error instanceof errors.TimeoutError)) throw error;
    console.warn(`${file}: ${error.message.split('\n', 1)[0]}`);
  }
  // A dialog stands over the window, however long the page below it is.
  const fullPage = (await page.getByRole('dialog').count()) === 0;
  await page.screenshot({ path: join(FOLDER, file), fullPage });
  await page.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
