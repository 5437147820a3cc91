import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@perktree/platform/process/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from './support/browser.ts';
import { openShop, type Shop } from './support/shop.ts';
import { useSharedProduct } from './support/use-product.ts';

/** WebKitGTK as Debian ships it (webkit2gtk-driver, xvfb): the engine of Safari, with another network and media stack. */
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';

/** The browser of the driver's package; null where a program is missing. */
function installedWebKit(): string | null {
  const isThere = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every(existsSync);
  if (!isThere) return null;
  const browsers = readdirSync(LIBRARIES)
    .filter((name) => name.startsWith('webkit2gtk-'))
    .map((name) => join(LIBRARIES, name, 'MiniBrowser'));
  return browsers.find(existsSync) ?? null;
}

/** A page over WebDriver (W3C), which playwright speaks with no WebKit but its own. */
interface WebKitPage {
  goto(url: string): Promise<void>;
  /** @param script the body of a function in the page */
  run(script: string): Promise<unknown>;
  /** Waits until the page shows the text. */
  see(text: string): Promise<void>;
  /** @param xpath of an element that can be clicked */
  click(xpath: string): Promise<void>;
  type(css: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A window as narrow as WebKitGTK makes it, 447 px. */
async function launchWebKit(binary: string): Promise<WebKitPage> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve) => {
    screen.stdout.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
  const port = await freePort('127.0.0.1');
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitFor(() => send('GET', '/status'), { timeout: PATIENCE_MS, interval: 100 });
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  });
  const inSession = <Value>(method: string, path: string, body?: object) =>
    send<Value>(method, `/session/${sessionId}${path}`, body);
  await inSession('POST', '/window/rect', { width: 390, height: 844 });

  /** To an element that is on the page by then: one that the page has drawn anew in between is looked for again. */
  const act = (using: 'xpath' | 'css selector', value: string, action: string, body: object) =>
    vi.waitFor(
      async () => {
        const found = await inSession<Record<string, string>>('POST', '/element', { using, value });
        await inSession('POST', `/element/${found[ELEMENT]}/${action}`, body);
      },
      { timeout: PATIENCE_MS, interval: 100 },
    );
  const run = (script: string) => inSession('POST', '/execute/sync', { script, args: [] });

  return {
    goto: (url) => inSession('POST', '/url', { url }),
    run,
    async see(text) {
      await expect.poll(() => run('return document.body?.innerText ?? ""'), { message: text }).toContain(text);
    },
    click: (xpath) => act('xpath', xpath, 'click', {}),
    type: (css, text) => act('css selector', css, 'value', { text }),
    async close() {
      await inSession('DELETE', '').catch(() => {});
      await Promise.all([driver, screen].map(ended));
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

const binary = installedWebKit();

/** What customers open on an iPhone. WebKit differs from Chromium in dates, forms, storage and what scripts may use. */
describe.skipIf(binary === null)('in WebKit', () => {
  const shared = useSharedProduct();
  let page: WebKitPage;
  let shop: Shop;
  beforeAll(async () => {
    [page, shop] = await Promise.all([launchWebKit(binary ?? ''), openShop(shared.url)]);
  });
  afterAll(() => page?.close());

  const button = (name: string) => `//button[normalize-space()='${name}']`;
  const link = (name: string) => `//a[normalize-space()='${name}']`;

  it('a visitor reads the landing page and both links of a QR', async () => {
    await page.goto(shared.url);
    await page.see('Scan. Redeem. Earn.');
    await page.goto(shop.free.distributorUrl);
    await page.see('Business Opportunity');
    await page.goto(shop.root.customerUrl);
    await page.see('20% Discount');
  });

  it('the pages of accounts work without a session', async () => {
    for (const [path, text] of [
      ['/login', 'Log in'],
      ['/forgot-password', 'Forgot your password?'],
      ['/register', 'Create your account'],
    ] as const) {
      await page.goto(shared.url + path);
      await page.see(text);
      expect(await page.run("return document.body.innerText.includes('too old for this page')")).toBe(false);
    }
  });

  it('a new customer goes from the offer to a redemption that is in My Scans', async () => {
    await page.goto(shop.root.customerUrl);
    await page.click(link('Sign in to redeem'));
    await page.type('input[name=firstName]', 'Wanda');
    await page.type('input[name=email]', 'wanda@example.test');
    await page.type('input[name=password]', 'correct horse battery');
    await page.click(button('Create account'));
    await page.see('Your redemption code');
    await page.click(button('Redeem Benefit'));
    await page.click(
      "//*[@role='dialog' or self::dialog]//button[normalize-space()='Redeem Benefit' or normalize-space()='Confirm']",
    );
    await page.see('Show this code to staff to confirm your redemption.');
    await page.goto(`${shared.url}/my-scans`);
    await page.see('Corner Café');
    await page.see('Summer 20%!');
  });

  it.each([
    ['/mobile-scanner', 'Start Scanning'],
    ['/account', 'wanda@example.test'],
  ])('%s works for a signed-in customer', async (path, text) => {
    await page.goto(shared.url + path);
    await page.see(text);
  });
});
