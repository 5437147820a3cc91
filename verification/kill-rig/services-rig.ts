import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tcpAddressOf, throughPort } from '@perktree/event-store/testing/through-proxy';
import { hasRedis, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { debianPostgres } from '../e2e/support/debian-postgres.ts';
import { type PostgresPair, startPostgresPair } from '../e2e/support/postgres-pair.ts';
import { startServer } from '../e2e/support/postgres-server.ts';
import { type ProductProcess, SERVICES_PROGRAM, spawnProduct } from '../e2e/support/product.ts';
import { startTcpProxy } from '../e2e/support/tcp-proxy.ts';
import { judge } from '../oracle/oracle.ts';
import type { Dice } from '../trust/dice.ts';
import type { Report } from '../trust/part.ts';
import { collect } from './collect.ts';
import { DidNotStart, figuresOf, type RigResult } from './embedded-rig.ts';
import { type FaultTarget, faultsFor } from './faults.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { rigEnvironment } from './preload/settings.ts';
import { waitUntil } from './wait-until.ts';

const CLIENTS = 5;
const MANY_CONNECTIONS = 200;
const SETTLING_MS = 1_500;
/** Each process kills itself at the n-th pass of a kill point, after every restart. */
const KILL_AT = { 'before-commit': 60, 'after-commit': 70, 'before-acknowledgement': 80, 'before-checkpoint': 30 };
/** Acknowledged commands after which the product counts as recovered. */
const RECOVERED_BY = 4;
/** Acknowledged commands that the failover loses, at least. */
const LOST_BY = 20;
const LONGEST_RECOVERY_MS = 120_000;

/** Two processes of each service, Postgres behind a proxy, and Redis if installed; then the oracle judges. */
export async function runServicesRig(
  { dice, preload, report, isLong }: { dice: Dice; preload: string; report: Report; isLong: boolean },
  mayContinue: (kills: number) => boolean,
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
    const proxy = await startTcpProxy(tcpAddressOf(server.url));
    stops.push(() => proxy.close());
    const redis = hasRedis ? await startTestRedis() : null;
    if (redis) stops.push(() => redis.close());
    const dataDir = mkdtempSync(join(tmpdir(), 'perktree-rig-'));
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const env = {
      DATABASE_URL: throughPort(server.url, proxy.port),
      ...(redis && { REDIS_URL: redis.url }),
      ...rigEnvironment(preload, { killAt: KILL_AT }),
    };
    const product = spawnProduct({ program: SERVICES_PROGRAM, inherited: {}, dataDir, env });
    stops.push(async () => {
      product.signal('SIGTERM');
      await product.ended;
    });
    const url = await product.address();
    if (url === null) throw new DidNotStart(product.output());
    const load = new Load(() => url, dice);
    for (const shop of await openShops(url)) load.start(shop, CLIENTS);

    const violations: string[] = [];
    const target: FaultTarget = { product, proxy, redis, dice, count, isLong, databaseUrl: server.url, violations };
    for (const [name, inject] of faultsFor(target)) {
      if (!mayContinue(killsIn(product, counts))) break;
      report(`kill-rig: services, ${name}`);
      await inject();
      await recovered(load, violations, name);
    }
    if (pair) {
      report('kill-rig: services, a failover that loses events');
      count('acknowledged calls lost by a failover', await loseEvents(pair, load));
      await recovered(load, violations, 'a failover that loses events');
    }
    await load.stop();
    await sleep(SETTLING_MS);
    const evidence = await collect({ DATABASE_URL: server.url, DATA_DIR: dataDir }, load.attempts, {
      clocksAgree: true,
    });
    violations.push(...(await judge(evidence)));
    return { counts: { ...counts, kills: killsIn(product, counts), ...figuresOf(evidence) }, violations };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Fails over to a standby that lacks the newest commands. @returns the number of lost acknowledgements */
async function loseEvents(pair: PostgresPair, load: Load): Promise<number> {
  await pair.caughtUp();
  pair.holdBack();
  const from = load.attempts.length;
  const enough = load.acknowledged + LOST_BY;
  await waitUntil(() => load.acknowledged >= enough, LONGEST_RECOVERY_MS);
  await pair.failOver();
  load.reload();
  return load.loseAnswers(from, load.attempts.length);
}

/** Waits for recovery, as a fault during recovery would show little. */
async function recovered(load: Load, violations: string[], name: string): Promise<void> {
  const enough = load.acknowledged + RECOVERED_BY;
  if (await waitUntil(() => load.acknowledged >= enough, LONGEST_RECOVERY_MS)) return;
  violations.push(`${name}: no command was acknowledged within ${LONGEST_RECOVERY_MS / 1000} s after it`);
}

/** Processes restarted after SIGKILL, whether by the rig or by a kill point. */
function killsIn({ output }: ProductProcess, counts: Record<string, number>): number {
  const all = [...output().matchAll(/ended \(SIGKILL\); starting it again/g)].length;
  counts['killed at named points'] = Math.max(0, all - (counts['killed at random'] ?? 0));
  return all;
}
