import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { tcpAddressOf, throughPort } from '@perktree/event-store/testing/through-proxy';
import { hasRedis, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { bundleProgram } from '@perktree/projector/testing/bundle';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SEED } from '../chance/seed.ts';
import { processes, signal } from '../e2e/killed/processes.ts';
import { debianPostgres } from '../e2e/support/debian-postgres.ts';
import { startPostgresPair } from '../e2e/support/postgres-pair.ts';
import { startServer } from '../e2e/support/postgres-server.ts';
import { type ProductProcess, SERVICES_PROGRAM, spawnProduct } from '../e2e/support/product.ts';
import { startTcpProxy } from '../e2e/support/tcp-proxy.ts';
import { judge } from '../oracle/oracle.ts';
import { seeded } from '../trust/dice.ts';
import { collect, figuresOf } from './collect.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { KILL_POINTS, type RigSettings } from './preload/kill-points.ts';

/** Kills of each product, and the time limit that follows from it. */
const KILLS = Number(process.env.KILLS ?? 10);
const TIMEOUT_MS = 300_000 + KILLS * 30_000;
/** Clients of each of two shops. */
const CLIENTS = 5;
/** Time limit of a stop under load (docs/how-to/operate.md), in milliseconds. */
const MAX_STOP_MS = 5_000;
/** After this time without a kill point the process is killed from outside. */
const MAX_LIFE_MS = 20_000;
/** Longer than the projector's lease. */
const FROZEN_MS = 7_000;
const SILENT_MS = 2_500;
const UNDER_LOAD_MS = 1_000;
const RECOVERY = { timeout: 120_000, interval: 50 };
/** In the services, each process kills itself at the n-th pass of a point, after every restart. */
const KILL_AT = { 'before-commit': 60, 'after-commit': 70, 'before-acknowledgement': 80, 'before-checkpoint': 30 };

/** In the repository, so that the bundle finds the installed packages. */
const folder = mkdtempSync(join(import.meta.dirname, '.cache-'));
let preload: string;
beforeAll(async () => {
  preload = await bundleProgram('verification/kill-rig/preload/main.ts', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = (settings: RigSettings) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  RIG: JSON.stringify(settings),
});

/** The product of `npm start` on a data folder of its own, started again and again under load. */
class Embedded {
  readonly dice = seeded(SEED);
  readonly dataDir = mkdtempSync(join(tmpdir(), 'perktree-rig-'));
  readonly load = new Load(() => this.url, this.dice);
  private url = '';

  async start(settings: RigSettings = {}): Promise<ProductProcess> {
    const product = spawnProduct({ inherited: {}, dataDir: this.dataDir, env: environment(settings) });
    const url = await product.address();
    // A kill point may end it before it prints its address.
    if (url) this.url = url;
    else if (!settings.killAt) throw new Error(`it did not start:\n${product.output()}`);
    return product;
  }

  async open(): Promise<ProductProcess> {
    onTestFinished(() => rmSync(this.dataDir, { recursive: true, force: true }));
    const product = await this.start();
    for (const shop of await openShops(this.url)) this.load.start(shop, CLIENTS);
    return product;
  }

  /** What is wrong in the end. */
  async close(clocksAgree: boolean): Promise<readonly string[]> {
    const product = await this.start();
    await this.load.stop();
    product.signal('SIGTERM');
    await product.ended;
    const evidence = await collect({ DATA_DIR: this.dataDir }, this.load.attempts, { clocksAgree });
    console.log('embedded:', figuresOf(evidence));
    return judge(evidence);
  }
}

async function kill(product: ProductProcess): Promise<void> {
  product.signal('SIGKILL');
  await product.ended;
}

it(`npm start, killed at ${KILLS} named points, stopped and without its database, loses and doubles nothing`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const rig = new Embedded();
  await kill(await rig.open());
  for (let kills = 0; kills < KILLS; kills += 1) {
    const point = KILL_POINTS[kills % KILL_POINTS.length] as (typeof KILL_POINTS)[number];
    const product = await rig.start({ killAt: { [point]: 3 + rig.dice.int(40) } });
    await Promise.race([product.ended, sleep(MAX_LIFE_MS)]);
    await kill(product);
  }

  const stopped = await rig.start();
  await sleep(UNDER_LOAD_MS);
  const [attempts, began] = [rig.load.attempts.length, Date.now()];
  stopped.signal('SIGTERM');
  expect(await stopped.ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(MAX_STOP_MS);
  const faults = rig.load.attempts.slice(attempts).filter(({ status }) => status >= 500 && status !== 503);
  expect(faults).toEqual([]);

  const orphan = await rig.start();
  await sleep(UNDER_LOAD_MS);
  const pidFile = readFileSync(join(rig.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  await orphan.ended;
  expect(await rig.close(true)).toEqual([]);
});

it('npm start with a clock a day ahead, and back, loses and doubles nothing', { timeout: TIMEOUT_MS }, async () => {
  const rig = new Embedded();
  await kill(await rig.open());
  const startsAt = new Date(Date.now() + DAY_MS).toISOString();
  const ahead = await rig.start({ startsAt });
  await sleep(3 * UNDER_LOAD_MS);
  await kill(ahead);
  const back = await rig.start();
  await sleep(3 * UNDER_LOAD_MS);
  await kill(back);
  expect(await rig.close(false)).toEqual([]);
});

it.skipIf(haproxyPath() === null)(
  `services, cut off, frozen and killed ${KILLS} times, lose and double nothing`,
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const stops: (() => Promise<unknown>)[] = [];
    onTestFinished(async () => {
      for (const stop of stops.reverse()) await stop();
    });
    const dice = seeded(SEED);
    const pair = debianPostgres && (await startPostgresPair({ isSynchronous: false, maxConnections: 200 }));
    const server = pair ?? (await startServer({ maxConnections: 200 }));
    stops.push(() => server.stop());
    const proxy = await startTcpProxy(tcpAddressOf(server.url));
    stops.push(() => proxy.close());
    const redis = hasRedis ? await startTestRedis() : null;
    if (redis) stops.push(() => redis.close());
    const dataDir = mkdtempSync(join(tmpdir(), 'perktree-rig-'));
    stops.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const stores = { DATABASE_URL: throughPort(server.url, proxy.port), ...(redis && { REDIS_URL: redis.url }) };
    const env = { ...stores, ...environment({ killAt: KILL_AT }) };
    const product = spawnProduct({ program: SERVICES_PROGRAM, inherited: {}, dataDir, env });
    stops.push(() => {
      product.signal('SIGTERM');
      return product.ended;
    });
    const url = await product.address();
    if (url === null) throw new Error(`it did not start:\n${product.output()}`);
    const load = new Load(() => url, dice);
    for (const shop of await openShops(url)) load.start(shop, CLIENTS);

    const acknowledges = (commands: number, after: string) => {
      const enough = load.acknowledged + commands;
      return expect.poll(() => load.acknowledged, { message: after, ...RECOVERY }).toBeGreaterThanOrEqual(enough);
    };
    /** SIGSTOP until its leases have expired: its fenced writes must fail afterwards. */
    const freeze = async (service: string) => {
      const pid = processes(product).get(`${service} ${1 + dice.int(2)}`)?.pid;
      signal(pid, 'SIGSTOP');
      await sleep(FROZEN_MS);
      signal(pid, 'SIGCONT');
    };
    const faults: Readonly<Record<string, () => Promise<unknown>>> = {
      'connections cut': async () => proxy.cut(),
      'half-open connections': async () => {
        proxy.fallSilent();
        await sleep(SILENT_MS);
        proxy.recover();
      },
      'a frozen projector': () => freeze('projector'),
      'a frozen command service': () => freeze('command-service'),
      'Redis killed and emptied': async () => {
        await redis?.kill();
        await redis?.start();
        await redis?.empty();
      },
    };
    const kills = () => [...product.output().matchAll(/ended \(SIGKILL\); starting it again/g)].length;
    do {
      for (const [name, inject] of Object.entries(faults)) {
        await inject();
        await acknowledges(4, name);
      }
    } while (kills() < KILLS);
    if (pair) {
      // To a standby that lacks the newest commands.
      await pair.caughtUp();
      pair.holdBack();
      const from = load.attempts.length;
      await acknowledges(20, 'no fault');
      await pair.failOver();
      load.loseAnswers(from);
      await acknowledges(4, 'a failover that loses events');
    }
    await load.stop();
    await sleep(UNDER_LOAD_MS);
    const located = { DATABASE_URL: server.url, DATA_DIR: dataDir };
    const evidence = await collect(located, load.attempts, { clocksAgree: true });
    console.log(`services, ${kills()} kills:`, figuresOf(evidence));
    expect(await judge(evidence)).toEqual([]);
  },
);
