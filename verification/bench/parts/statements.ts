import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CUSTOMER_COOKIE, ownerCookies } from '../data/accounts.ts';
import { customerLinkOf } from '../data/business.ts';
import { tokenOf } from '../data/visits.ts';
import { spreadVisits, type World } from '../data/worlds.ts';
import { HttpConnection, requestText } from '../load/http-connection.ts';
import { startServer } from '../processes.ts';
import { type Cell, median } from '../report.ts';
import type { Bench } from '../rounds.ts';
import { inTurn, type PostgresProxy, startPostgresProxy } from '../wire/postgres-proxy.ts';
import { PRODUCT } from './redeem.ts';

export const BY_CODE = 'one warm redemption by code';
export const IDLE = 'idle';
export const ROUND_TRIPS = 'round trips';
export const STATEMENTS = 'statements';
/** What a redemption causes after its answer has ended when nothing was sent for this long. */
const QUIET_MS = 100;
const LONGEST_MS = 2_000;

/** Counts the statements that reach Postgres: of single redemptions, and of a product that no one uses. */
export async function statements(bench: Bench): Promise<readonly Cell[]> {
  const { trees, scans, idleMs } = bench.scale;
  const world: World = { trees, spread: scans.services, hot: scans.hot };
  bench.say('counting statements');
  const database = await bench.databases.copyOf(world);
  const proxy = await startPostgresProxy(database.url);
  const env = { DATABASE_URL: proxy.url };
  const server = await startServer(bench.programs, join(bench.programs.productDir, 'standalone.js'), { env });
  try {
    const redeemed = await redeemByCode(bench, world, server.url, proxy);
    const before = proxy.statements.length;
    await sleep(idleMs);
    const perSecond = (proxy.statements.length - before) / (idleMs / 1_000);
    const cell = { contender: PRODUCT, round: 1, void: null };
    return [
      { ...cell, workload: BY_CODE, figures: redeemed },
      { ...cell, workload: IDLE, figures: { 'statements a second': perSecond } },
    ];
  } finally {
    await server.stop();
    await proxy.close();
    await database.drop();
  }
}

/** Medians of redemptions, one after another, each once nothing of the last one was under way. */
async function redeemByCode({ scale }: Bench, world: World, url: string, proxy: PostgresProxy) {
  const { host } = new URL(url);
  const connection = new HttpConnection(url);
  const post = async (path: string, cookie: string, body: object): Promise<{ readonly redemptionCode?: string }> => {
    const answer = (await connection.send(requestText(host, { method: 'POST', path, cookie, body }))).body.toString();
    if (!answer.includes('"success":true')) throw new Error(answer);
    return JSON.parse(answer);
  };
  for (const visit of spreadVisits(world).slice(0, scale.warmUp / 4)) {
    await post('/api/staff/redeem', ownerCookies(visit.tree), { token: tokenOf(visit) });
  }
  const [roundTrips, all, waits]: [number[], number[], number[]] = [[], [], []];
  for (let tree = 0; tree < Math.min(scale.counted, world.trees); tree += 1) {
    const { redemptionCode } = await post('/api/scan', CUSTOMER_COOKIE, { token: customerLinkOf(tree) });
    await untilQuiet(proxy);
    const before = proxy.statements.length;
    const from = performance.now();
    await post('/api/staff/redeem', ownerCookies(tree), { redemptionCode });
    const answered = performance.now();
    await untilQuiet(proxy);
    const sent = proxy.statements.slice(before);
    roundTrips.push(inTurn(sent.filter(({ to }) => to <= answered)));
    all.push(sent.length);
    waits.push(answered - from);
  }
  connection.close();
  return { [ROUND_TRIPS]: median(roundTrips), [STATEMENTS]: median(all), 'p50 ms': median(waits) };
}

/** Waits until no statement was sent for a while, of work that comes back by itself too. */
async function untilQuiet({ statements: all }: PostgresProxy): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until && performance.now() - (all.at(-1)?.from ?? 0) < QUIET_MS) await sleep(10);
}
