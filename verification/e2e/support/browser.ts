import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { installedChromium, QUIET } from './chromium-path.ts';

const require = createRequire(import.meta.url);

/** Test pages live for seconds. Optimising their scripts takes a sixth of the browser's processor time and does not pay off. */
const UNOPTIMISED = '--js-flags=--no-turbofan --no-maglev';

/**
 * Time limit for what a page shows after an action, in milliseconds. On an idle machine it takes a second, with the whole suite
 * on two shared processors often ten.
 */
export const PATIENCE_MS = 60_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/**
 * Launches a headless Chromium: the installed one, or else the one of an npm package.
 * @param optimises compiles scripts as users' browsers do; benchmarks need it
 */
export function launchBrowser(extraArgs: readonly string[] = [], { optimises = false } = {}): Promise<Browser> {
  return withChromium([...(optimises ? [] : [UNOPTIMISED]), ...extraArgs], (options) => chromium.launch(options));
}

/** Launches a headless Chromium that several processes use. */
export function launchSharedBrowser(): Promise<BrowserServer> {
  return withChromium([UNOPTIMISED], (options) => chromium.launchServer(options));
}

async function withChromium<Launched>(
  extraArgs: readonly string[],
  launch: (options: LaunchOptions) => Promise<Launched>,
): Promise<Launched> {
  const installed = installedChromium();
  const args = ['--no-sandbox', ...QUIET, ...extraArgs];
  if (installed) return launch({ executablePath: installed, args });

  const packaged = await import('@sparticuz/chromium');
  const launchPackaged = async () =>
    launch({ executablePath: await packaged.default.executablePath(), args: [...packaged.default.args, ...args] });
  try {
    return await launchPackaged();
  } catch {
    // The machine lacks libraries that Chromium links to (nss and others). The package contains them.
    await packaged.inflate(join(dirname(require.resolve('@sparticuz/chromium')), '../../bin/al2023.tar.br'));
    packaged.setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
    return launchPackaged();
  }
}

/** Paths in distributions; FIREFOX_PATH takes precedence. */
const FIREFOXES = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox installed on this machine, or null; no npm package contains one. */
export function installedFirefox(): string | null {
  return FIREFOXES.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** A headless Firefox as distributions ship it, driven over WebDriver BiDi. */
export function launchFirefox(executablePath: string): Promise<Browser> {
  return firefox.launch({
    executablePath,
    channel: 'moz-firefox',
    // Over WebDriver BiDi, Firefox takes these as preferences and not as context options (chromiumOptions).
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'dom.serviceWorkers.enabled': false },
  });
}

/** A browser window with its own cookies that records every error of its pages. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and violations of the content security policy so far. */
  readonly pageErrors: string[];
}

/** The hash of `body {}`, which a screenshot in Firefox adds to the page to synchronise animations; the policy refuses it. */
const SCREENSHOT_STYLE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';
/** Options of a window with animations. */
export const MOVING = { reducedMotion: 'no-preference' } as const;

const windows: Page[] = [];

/** Takes screenshots of all windows, to look at after a failure. */
export async function photographAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [n, page] of windows.entries()) {
    if (!page.isClosed()) await page.screenshot({ path: join(folder, `window-${n}.png`) });
  }
}

/** Context options that Firefox does not take over WebDriver BiDi. */
function chromiumOptions(viewport: { width: number }): BrowserContextOptions {
  return {
    hasTouch: viewport.width < 600,
    permissions: ['clipboard-read', 'clipboard-write'],
    // A service worker would fetch the application's files again in every window; verification/journeys/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Tests do not wait for animations; MOVING turns them on.
    reducedMotion: 'reduce',
  };
}

/** Firefox reports imports that were aborted by leaving the page. A missing chunk is found in Chromium, whose message differs. */
const ABORTED_IN_FIREFOX = /error loading dynamically imported module/;

export async function openWindow(
  browser: Browser,
  origin: string,
  viewport = PHONE,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale: 'en-GB',
    ...(browser.browserType() === chromium ? chromiumOptions(viewport) : {}),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  windows.push(page);
  const pageErrors: string[] = [];
  const note = (pageError: string) => {
    if (!pageError.includes(SCREENSHOT_STYLE) && !ABORTED_IN_FIREFOX.test(pageError)) pageErrors.push(pageError);
  };
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) note(message.text());
  });
  return { context, page, pageErrors };
}

/** Waits until the page shows its data: its heading, and no spinner. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => {
    const spinners = document.querySelectorAll('[role=progressbar]:not([aria-valuenow]), .spinner');
    return ![...spinners].some((spinner) => spinner.checkVisibility());
  });
}
