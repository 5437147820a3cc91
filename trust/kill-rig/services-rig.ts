import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { debianPostgres } from '@perktree/e2e/support/debian-postgres';
import { type PostgresPair, startPostgresPair } from '@perktree/e2e/support/postgres-pair';
import { startServer } from '@perktree/e2e/support/postgres-server';
import { SERVICES_PROGRAM } from '@perktree/e2e/support/product';
import { startTcpProxy } from '@perktree/e2e/support/tcp-proxy';
import { redisServerPath, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import type { Dice } from '../dice.ts';
import { judge } from '../oracle/oracle.ts';
import type { Report } from '../part.ts';
import { blowsOf, type Struck } from './blows.ts';
import { collect } from './collect.ts';
import { figuresOf, type RigResult } from './embedded-rig.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { rigEnvironment } from './preload/settings.ts';
import { DidNotStart, RigProcess } from './rig-process.ts';

const CLIENTS = 5;
const MANY_CONNECTIONS = 200;
const SETTLING_MS = 1_500;
/** Each process dies at its own hand after so much work, again and again. */
const KILL_AT = { 'before-commit': 60, 'after-commit': 70, 'before-acknowledgement': 80, 'before-checkpoint': 30 };
/** As many acknowledged commands say that the product has recovered; waited for so long at most, in milliseconds. */
const RECOVERED_BY = 4;
/** Acknowledged commands that a failover is to lose. */
const LOST_BY = 20;
const LONGEST_RECOVERY_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** The services apart, two of each, on a Postgres behind a proxy and a Redis where there is one; then the oracle. */
export async function runServicesRig(
  { dice, preload, report, isLong }: { dice: Dice; preload: string; report: Report; isLong: boolean },
  goesOn: (kills: number) => boolean,
): Promise<RigResult> {
  const stops: (() => Promise<unknown>)[] = [];
  const counts: Record<string, number> = {};
  const count = (name: string, times = 1) => {
    counts[name] = (counts[name] ?? 0) + times;
  };
  try {
    const pair =
      debianPostgres && (await startPostgresPair({ isSynchronous: false, maxConnections: MANY_CONNECTIONS }));
    const server = pair ?? (await startServer({ maxConnections: MANY_CONNECTIONS }));
    stops.push(() => server.stop());
    const at = new URL(server.url);
    const proxy = await startTcpProxy({ host: at.hostname, port: Number(at.port) });
    stops.push(() => proxy.close());
    const redis = redisServerPath === null ? null : await startTestRedis();
    if (redis) stops.push(() => redis.close());
    at.port = String(proxy.port);
    at.hostname = '127.0.0.1';
    const dataDir = mkdtempSync(join(tmpdir(), 'perktree-rig-'));
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const environment = {
      ...{ DATABASE_URL: at.href, DATA_DIR: dataDir, ...(redis && { REDIS_URL: redis.url }) },
      ...rigEnvironment(preload, { killAt: KILL_AT }),
    };
    const product = RigProcess.start(SERVICES_PROGRAM, environment);
    stops.push(async () => {
      product.signal('SIGTERM');
      await product.end();
    });
    const url = await product.address();
    if (url === null) throw new DidNotStart(product.output);
    const load = new Load(() => url, dice);
    for (const shop of await openShops(url)) load.start(shop, CLIENTS);

    const violations: string[] = [];
    const struck: Struck = { product, proxy, redis, dice, count, isLong, databaseUrl: server.url, violations };
    for (const [name, blow] of blowsOf(struck)) {
      if (!goesOn(killsIn(product, counts))) break;
      report(`kill-rig: services, ${name}`);
      await blow();
      await recovered(load, violations, name);
    }
    if (pair) {
      report('kill-rig: services, a failover that loses events');
      count('acknowledged calls lost by a failover', await loseEvents(pair, load));
      await recovered(load, violations, 'a failover that loses events');
    }
    await load.stop();
    await sleep(SETTLING_MS);
    const evidence = await collect({ DATABASE_URL: server.url, DATA_DIR: dataDir }, load.asked, { clocksAgree: true });
    violations.push(...(await judge(evidence)));
    return { counts: { ...counts, kills: killsIn(product, counts), ...figuresOf(evidence) }, violations };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** A failover to a standby that lacks what was acknowledged last. @returns how many calls that were */
async function loseEvents(pair: PostgresPair, load: Load): Promise<number> {
  await pair.caughtUp();
  pair.holdBack();
  const from = load.asked.length;
  const enough = load.acknowledged + LOST_BY;
  for (const deadline = Date.now() + LONGEST_RECOVERY_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    if (load.acknowledged >= enough) break;
  }
  await pair.failOver();
  load.reload();
  return load.loseAnswers(from, load.asked.length);
}

/** What is struck again before it has stood up shows little. */
async function recovered(load: Load, violations: string[], name: string): Promise<void> {
  const enough = load.acknowledged + RECOVERED_BY;
  for (const deadline = Date.now() + LONGEST_RECOVERY_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    if (load.acknowledged >= enough) return;
  }
  violations.push(`${name}: no command was acknowledged within ${LONGEST_RECOVERY_MS / 1000} s after it`);
}

/** As many as were started again after a SIGKILL, at the rig's hand or at their own. */
function killsIn({ output }: RigProcess, counts: Record<string, number>): number {
  const all = [...output.matchAll(/ended \(SIGKILL\); starting it again/g)].length;
  counts['killed at named points'] = Math.max(0, all - (counts['killed at random'] ?? 0));
  return all;
}
