import type { Page } from 'playwright-core';

/** Calls since watching began, without the live stream and files of reports. */
export interface Traffic {
  calls: number;
  underWay: number;
  lastAt: number;
}

/** After this long without a call the screen is complete. */
const QUIET_MS = 700;
const MAX_MS = 60_000;

export function watchCalls(page: Page): Traffic {
  const traffic: Traffic = { calls: 0, underWay: 0, lastAt: Date.now() };
  const isCall = (url: string) => {
    const { pathname } = new URL(url);
    // Opening a screen does not include the progress of reports that it started.
    return pathname.startsWith('/api/') && pathname !== '/api/events' && !pathname.startsWith('/api/me/files');
  };
  page.on('request', (request) => {
    if (!isCall(request.url())) return;
    traffic.calls += 1;
    traffic.underWay += 1;
  });
  const end = () => {
    traffic.underWay -= 1;
    traffic.lastAt = Date.now();
  };
  page.on('requestfailed', (request) => void (isCall(request.url()) && end()));
  page.on('requestfinished', (request) => void (isCall(request.url()) && end()));
  return traffic;
}

export async function untilQuiet(page: Page, traffic: Traffic, quietMs = QUIET_MS): Promise<void> {
  const begunAt = Date.now();
  while (traffic.underWay > 0 || Date.now() - Math.max(traffic.lastAt, begunAt) < quietMs) {
    if (Date.now() - begunAt > MAX_MS) throw new Error(`${page.url()} still makes calls after ${MAX_MS} ms`);
    await page.waitForTimeout(50);
  }
}
