import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { type Measured, measured, quantile, seconds } from './goals.ts';
import { type LargeWorld, signedIn } from './large-world.ts';
import { openScreen } from './open-screen.ts';

const SEARCHES_EACH = 5;
const ANSWERS = 400;
const BETWEEN_VISITORS_MS = 15;
const DAY_MS = 86_400_000;
const POLL_MS = 100;
const LABELS_TIMEOUT_MS = 120_000;

/** Searches, reports and sheets of labels: their cost, and their effect on other callers. */
export async function measureWork(world: LargeWorld, serverPid: number): Promise<readonly Measured[]> {
  const owner = await signedIn(world, 'owner');
  const collector = await signedIn(world, 'collector');
  try {
    const search = await measureSearches(world, { owner, collector });
    const rssBefore = rssOf(serverPid);
    const idle = await smallP99(world);
    const statements = await measureStatements(world, owner, serverPid);
    const beside = await measureBesideReports(world, owner, serverPid);
    const rssAfter = rssOf(serverPid);
    const ratio = beside / idle;
    const rows = [
      search,
      measured(
        'small tenant’s p99 (scan info) while the large one makes reports / alone',
        '≤ 2 ×',
        ratio <= 2,
        `${ratio.toFixed(2)} × (${idle.toFixed(1)} → ${beside.toFixed(1)} ms)`,
      ),
      ...statements,
      measured(
        'resident memory of the server after every report / before',
        '≤ 1.3 ×',
        rssAfter / rssBefore <= 1.3,
        `${(rssAfter / rssBefore).toFixed(2)} × (${mb(rssBefore)} → ${mb(rssAfter)})`,
      ),
    ];
    return [...rows, await measureLabels(world, owner)];
  } finally {
    await owner.close();
    await collector.close();
  }
}

async function measureSearches(
  { siteId, log }: LargeWorld,
  { owner, collector }: Record<'owner' | 'collector', BrowserContext>,
): Promise<Measured> {
  const lists: readonly (readonly [string, BrowserContext, string])[] = [
    ['redemptions', owner, `/api/sites/${siteId}/redemptions?limit=50&q=har`],
    ['QRs', owner, `/api/sites/${siteId}/qrs?limit=50&q=win`],
    ['sites', collector, '/api/me/sites?limit=50&q=299'],
    ['staff', owner, `/api/sites/${siteId}/staff?limit=50&q=ada`],
  ];
  const slowest: { name: string; ms: number }[] = [];
  for (const [name, context, path] of lists) {
    const times: number[] = [];
    for (let n = 0; n < SEARCHES_EACH; n += 1) {
      const begunAt = performance.now();
      const answer = await context.request.get(path);
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
      times.push(performance.now() - begunAt);
    }
    const ms = quantile(times, 0.5);
    slowest.push({ name, ms });
    log(`search in ${name}: ${ms.toFixed(0)} ms`);
  }
  const figures = slowest.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ');
  return measured(
    'any row found by typing three letters: answer of the server',
    '≤ 300 ms',
    slowest.every(({ ms }) => ms <= 300),
    figures,
  );
}

/** A visitor every few milliseconds reads the link page of the small business. @returns the 99th percentile, in ms */
async function smallP99(
  world: LargeWorld,
  mayContinue: (answered: number) => boolean = (n) => n < ANSWERS,
): Promise<number> {
  const small = await signedIn(world, 'small');
  try {
    const qrs = await small.request.get(`/api/sites/${world.smallSiteId}/qrs?limit=1`);
    const [{ id }] = await qrs.json();
    const links = await (await small.request.get(`/api/sites/${world.smallSiteId}/qrs/${id}/qrcode`)).json();
    const token = links.customerUrl.split('/').at(-1);
    const times: number[] = [];
    while (mayContinue(times.length)) {
      const begunAt = performance.now();
      await (await fetch(`${world.url}/api/scan-info/customer/${token}`)).arrayBuffer();
      times.push(performance.now() - begunAt);
      await sleep(BETWEEN_VISITORS_MS);
    }
    return quantile(times, 0.99);
  } finally {
    await small.close();
  }
}

/** Statements while nothing else runs. */
async function measureStatements(
  world: LargeWorld,
  owner: BrowserContext,
  serverPid: number,
): Promise<readonly Measured[]> {
  const { month, statement } = reportsOf(world.siteId);
  const [year = 0, number = 0] = month.split('-').map(Number);
  // The first one also hashes the newest events, which the server otherwise does every ten minutes.
  await makeFile(world, owner, statement(Date.now() - DAY_MS, Date.now()), serverPid);
  const ofMonth = await makeFile(
    world,
    owner,
    statement(Date.UTC(year, number - 1), Date.UTC(year, number)),
    serverPid,
  );
  const now = Date.now();
  const ofHalfYear = await makeFile(world, owner, statement(now - 180 * DAY_MS, now), serverPid);
  return [
    measured('statement of a month', '≤ 3 s', ofMonth.ms <= 3_000, seconds(ofMonth.ms)),
    measured('its process', '≤ 150 MB', ofMonth.rss <= 150e6, mb(ofMonth.rss)),
    measured('statement of half a year', 'given', true, `${seconds(ofHalfYear.ms)}, ${mb(ofHalfYear.rss)}`),
  ];
}

/** Every report once, one after the other. @returns the 99th percentile of the small business' answers meanwhile, in ms */
async function measureBesideReports(world: LargeWorld, owner: BrowserContext, serverPid: number): Promise<number> {
  let isDone = false;
  const meanwhile = smallP99(world, () => !isDone);
  const { month, statement, iso } = reportsOf(world.siteId);
  const now = Date.now();
  const audit = `/api/sites/${world.siteId}/audit`;
  const window = `from=${iso(now - 60 * DAY_MS)}&to=${iso(now)}`;
  for (const path of [
    statement(now - 180 * DAY_MS, now),
    `${audit}?wait=0`,
    `${audit}/months/${month}?wait=0`,
    `${audit}/what-if?wait=0&${window}&refused=staff_burst`,
    '/api/me/export?wait=0',
  ]) {
    await makeFile(world, owner, path, serverPid);
  }
  isDone = true;
  return meanwhile;
}

function reportsOf(siteId: string) {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    iso,
    month: iso(Date.now() - 45 * DAY_MS).slice(0, 7),
    statement: (from: number, to: number) =>
      `/api/sites/${siteId}/statement?${new URLSearchParams({ from: iso(from), to: iso(to), wait: '0' })}`,
  };
}

/** Milliseconds until a requested file is ready, and the peak memory of its process in bytes. */
async function makeFile(
  { url, log }: LargeWorld,
  context: BrowserContext,
  path: string,
  serverPid: number,
): Promise<{ readonly ms: number; readonly rss: number }> {
  const begunAt = performance.now();
  const requested = await context.request.get(path);
  if (requested.status() !== 202)
    throw new Error(`${path} answered ${requested.status()}: ${(await requested.text()).slice(0, 200)}`);
  const { file } = await requested.json();
  let rss = 0;
  for (;;) {
    rss = Math.max(rss, ...childrenOf(serverPid, 'file-process').map(rssOf));
    const { status, failure } = await (await context.request.get(`${url}/api/me/files/${file.id}`)).json();
    if (status === 'done') break;
    if (status !== 'running') throw new Error(`${path}: ${status} ${JSON.stringify(failure)}`);
    await sleep(POLL_MS);
  }
  const ms = performance.now() - begunAt;
  log(`${path.split('?')[0]}: ${seconds(ms)}, ${mb(rss)}`);
  return { ms, rss };
}

async function measureLabels(world: LargeWorld, owner: BrowserContext): Promise<Measured> {
  const { page } = await openScreen(owner, `/qr-management/print?site=${world.siteId}`, 1);
  const all = page.getByRole('checkbox', { name: /^All / });
  await all.click();
  await page.getByText(/^All \(.* chosen\)$/).waitFor();
  const begunAt = performance.now();
  await Promise.all([
    page.waitForEvent('download', { timeout: LABELS_TIMEOUT_MS }),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const ms = performance.now() - begunAt;
  return measured('5,000 labels', '≤ 15 s', ms <= 15_000, seconds(ms));
}

/** In bytes. */
function rssOf(pid: number): number {
  try {
    const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1024;
  } catch {
    return 0;
  }
}

function childrenOf(parent: number, program: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
      } catch {
        return false;
      }
    });
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
