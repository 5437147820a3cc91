import { gzipSync } from 'node:zlib';
import type { BrowserContext, Response } from 'playwright-core';

export interface Figures {
  /** After gzip -9. */
  readonly bytes: { html: number; css: number; js: number; other: number };
  readonly requests: number;
  /** First and largest contentful paint, milliseconds since the navigation. */
  readonly fcp: number;
  readonly lcp: number;
  /** What tasks of the main thread took beyond 50 ms each, after the first paint, milliseconds. */
  readonly tbt: number;
}

/** Lighthouse's slow 4G, as DevTools sets it: bytes a second and milliseconds of each request. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
/** After this long without a request the page is complete. */
const QUIET_MS = 4_000;
const MAX_MS = 90_000;
const BLOCKING_FROM_MS = 50;

/** Opens a page as on a cheap phone and measures it. */
export async function measurePage(context: BrowserContext, path: string): Promise<Figures> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  const responses: Response[] = [];
  let requests = 0;
  let lastAt = Date.now();
  page.on('request', () => {
    requests += 1;
    lastAt = Date.now();
  });
  page.on('response', (response) => {
    responses.push(response);
    lastAt = Date.now();
  });
  const begunAt = lastAt;
  await page.goto(path, { waitUntil: 'load', timeout: 120_000 });
  while (Date.now() - lastAt < QUIET_MS && Date.now() - begunAt < MAX_MS) await page.waitForTimeout(250);
  const { paints, lcp, tasks } = await page.evaluate(() => (window as unknown as { observed: Observed }).observed);
  const bytes = await sizesOf(responses);
  await page.close();
  const fcp = paints['first-contentful-paint'] ?? Number.NaN;
  const blocking = tasks.filter(({ end }) => end > fcp).map(({ duration }) => Math.max(0, duration - BLOCKING_FROM_MS));
  return { bytes, requests, fcp, lcp, tbt: blocking.reduce((sum, time) => sum + time, 0) };
}

interface Observed {
  readonly paints: Record<string, number>;
  lcp: number;
  readonly tasks: { end: number; duration: number }[];
}

/** Runs in the page, before anything else. */
function observe(): void {
  const observed: Observed = { paints: {}, lcp: Number.NaN, tasks: [] };
  (window as unknown as { observed: Observed }).observed = observed;
  const see = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  see('paint', ({ name, startTime }) => {
    observed.paints[name] = startTime;
  });
  see('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  see('longtask', ({ startTime, duration }) => observed.tasks.push({ end: startTime + duration, duration }));
}

async function sizesOf(responses: readonly Response[]): Promise<Figures['bytes']> {
  const bytes = { html: 0, css: 0, js: 0, other: 0 };
  for (const response of responses) {
    // A stream has no end, and a redirect no body.
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('event-stream') || response.status() >= 300) continue;
    const body = await response.body().catch(() => Buffer.alloc(0));
    const size = gzipSync(body, { level: 9 }).length;
    if (type.includes('html')) bytes.html += size;
    else if (type.includes('css')) bytes.css += size;
    else if (type.includes('javascript')) bytes.js += size;
    else bytes.other += size;
  }
  return bytes;
}
