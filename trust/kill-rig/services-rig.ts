import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@perktree/e2e/support/postgres-server';
import { SERVICES_PROGRAM } from '@perktree/e2e/support/product';
import { redisServerPath, startTestRedis, type TestRedis } from '@perktree/platform/jobs/testing/redis-server';
import type { Dice } from '../dice.ts';
import { judge } from '../oracle/oracle.ts';
import type { Report } from '../part.ts';
import { collect, openStores } from './collect.ts';
import { figuresOf, type RigResult } from './embedded-rig.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { poison } from './poison.ts';
import { rigEnvironment } from './preload/settings.ts';
import { RigProcess } from './rig-process.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const CLIENTS = 5;
const MANY_CONNECTIONS = 200;
/** Processes that are killed, two of each. */
const KILLED = ['command-service', 'query-service', 'projector'];
/** Longer than the leases of projectors; and the minute of a machine that was suspended. */
const FROZEN_MS = { short: 7_000, long: 65_000 };
const SILENT_MS = 2_500;
const SETTLING_MS = 1_500;
/** Each process dies at its own hand after so much work, again and again. */
const KILL_AT = { 'before-commit': 60, 'after-commit': 70, 'before-acknowledgement': 80, 'before-checkpoint': 30 };
/** As many acknowledged commands say that the product has recovered; waited for so long at most, in milliseconds. */
const RECOVERED_BY = 4;
const LONGEST_RECOVERY_MS = 30_000;
const LOOK_EVERY_MS = 50;

interface Rig {
  readonly product: RigProcess;
  readonly proxy: TcpProxy;
  readonly redis: TestRedis | null;
  readonly dice: Dice;
  readonly count: (name: string, times?: number) => void;
  /** The rig lasts for hours: there is time to wait for a minute. */
  readonly isLong: boolean;
  /** Where the database is without the proxy. */
  readonly databaseUrl: string;
  readonly violations: string[];
}

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
    const server = await startServer({ maxConnections: MANY_CONNECTIONS });
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
    if (url === null) throw new Error(`the services did not start:\n${product.output}`);
    const load = new Load(() => url, dice);
    for (const shop of await openShops(url)) load.start(shop, CLIENTS);

    const violations: string[] = [];
    const rig: Rig = { product, proxy, redis, dice, count, isLong, databaseUrl: server.url, violations };
    for (const [name, blow] of blowsOf(rig)) {
      if (!goesOn(killsIn(product, counts))) break;
      report(`kill-rig: services, ${name}`);
      await blow();
      await recovered(load, violations, name);
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

function* blowsOf(rig: Rig): Generator<readonly [name: string, blow: () => Promise<void>]> {
  for (;;) {
    for (let n = 0; n < 4; n += 1) yield ['kill -9 of one of each', () => killOneOfEach(rig, n)];
    yield ['connections cut', () => cutConnections(rig)];
    yield ['half-open connections', () => fallSilent(rig)];
    yield ['a projector stands still', () => freeze(rig, 'projector')];
    yield ['a poison event', () => swallowPoison(rig)];
    if (rig.redis) yield ['Redis killed and emptied', () => loseRedis(rig, rig.redis as TestRedis)];
    yield ['a command service stands still', () => freeze(rig, 'command-service')];
  }
}

/** The process that a service's instance was started as last. */
function pidOf({ product }: Rig, name: string): number | undefined {
  const started = [...product.output.matchAll(/^ {2}(\S+(?: \d)?)\s+process (\d+)$/gm)];
  const last = started.findLast(([, each]) => each === name);
  return last && Number(last[2]);
}

function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    // It is dead already, and not started again yet.
    return false;
  }
}

async function killOneOfEach(rig: Rig, turn: number): Promise<void> {
  for (const service of KILLED) {
    if (signal(pidOf(rig, `${service} ${1 + (turn % 2)}`), 'SIGKILL')) rig.count('killed at random');
    await sleep(rig.dice.next() * 400);
  }
  await sleep(600);
}

async function cutConnections({ proxy, count }: Rig): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    count('connections cut', proxy.cut());
    await sleep(300);
  }
}

async function fallSilent({ proxy, count }: Rig): Promise<void> {
  proxy.fallSilent();
  await sleep(SILENT_MS);
  proxy.recover();
  count('times half-open');
  await sleep(500);
}

/** SIGSTOP until its leases have passed, then SIGCONT: what it does then must not count. */
async function freeze(rig: Rig, service: string): Promise<void> {
  const pid = pidOf(rig, `${service} ${1 + rig.dice.int(2)}`);
  if (!signal(pid, 'SIGSTOP')) return;
  await sleep(rig.isLong ? FROZEN_MS.long : FROZEN_MS.short);
  signal(pid, 'SIGCONT');
  rig.count('frozen');
}

async function swallowPoison({ databaseUrl, count, violations }: Rig): Promise<void> {
  const opened = await openStores({ DATABASE_URL: databaseUrl });
  try {
    violations.push(...(await poison(opened)).map((line) => `a poison event: ${line}`));
    count('poison events');
  } finally {
    await opened.close();
  }
}

async function loseRedis({ count }: Rig, redis: TestRedis): Promise<void> {
  await redis.kill();
  await sleep(500);
  await redis.start();
  await redis.empty();
  count('Redis killed and emptied');
}
