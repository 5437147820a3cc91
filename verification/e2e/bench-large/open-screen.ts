import type { BrowserContext, Page } from 'playwright-core';

/** The cost of opening a screen. */
export interface Opened {
  /** Milliseconds from the navigation to the heading or the last answer of a call, whichever is later. */
  readonly readyMs: number;
  readonly nodes: number;
  readonly calls: number;
  /** Of the calls' answers, decoded. */
  readonly bytes: number;
}

/** Calls since watching began, without the live stream and files of reports. */
export interface Traffic {
  calls: number;
  bytes: number;
  underWay: number;
  mostUnderWay: number;
  lastAt: number;
}

/** After this long without a call the screen is complete. */
const QUIET_MS = 700;
const LONGEST_MS = 60_000;

export function watchCalls(page: Page): Traffic {
  const traffic: Traffic = { calls: 0, bytes: 0, underWay: 0, mostUnderWay: 0, lastAt: Date.now() };
  const isCall = (url: string) => {
    const { pathname } = new URL(url);
    // Opening a screen does not include the progress of reports that it started.
    return pathname.startsWith('/api/') && pathname !== '/api/events' && !pathname.startsWith('/api/me/files');
  };
  page.on('request', (request) => {
    if (!isCall(request.url())) return;
    traffic.calls += 1;
    traffic.underWay += 1;
    traffic.mostUnderWay = Math.max(traffic.mostUnderWay, traffic.underWay);
  });
  const end = () => {
    traffic.underWay -= 1;
    traffic.lastAt = Date.now();
  };
  page.on('requestfailed', (request) => void (isCall(request.url()) && end()));
  page.on('requestfinished', async (request) => {
    if (!isCall(request.url())) return;
    end();
    const response = await request.response();
    traffic.bytes += ((await response?.body().catch(() => null)) ?? Buffer.alloc(0)).length;
  });
  return traffic;
}

export async function untilQuiet(page: Page, traffic: Traffic, quietMs = QUIET_MS): Promise<void> {
  const begunAt = Date.now();
  while (traffic.underWay > 0 || Date.now() - Math.max(traffic.lastAt, begunAt) < quietMs) {
    if (Date.now() - begunAt > LONGEST_MS) throw new Error(`${page.url()} still makes calls after ${LONGEST_MS} ms`);
    await page.waitForTimeout(50);
  }
}

/** Opens a screen in a new window. @param slowdown of the processor */
export async function openScreen(
  context: BrowserContext,
  path: string,
  slowdown: number,
): Promise<{ readonly page: Page; readonly traffic: Traffic; readonly opened: Opened }> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const traffic = watchCalls(page);
  const begunAt = Date.now();
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const headedAt = Date.now();
  await untilQuiet(page, traffic);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const readyMs = Math.max(headedAt, traffic.lastAt) - begunAt;
  return { page, traffic, opened: { readyMs, nodes, calls: traffic.calls, bytes: traffic.bytes } };
}
