import { join } from 'node:path';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { hasRedis, startTestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED } from '../chance/seed.ts';
import { collect } from '../kill-rig/collect.ts';
import { Load } from '../kill-rig/load/load.ts';
import { openShops } from '../kill-rig/load/shop.ts';
import { judge } from '../oracle/oracle.ts';
import { seeded } from '../trust/dice.ts';
import { killNowAndThen } from './killed/processes.ts';
import { DESKTOP, launchBrowser, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { acknowledged, command } from './support/patient-client.ts';
import { startServer } from './support/postgres-server.ts';
import { operate, type Product, ROOT, SERVICES_PROGRAM, startProduct } from './support/product.ts';
import { openOffer } from './support/shop.ts';

/** Seconds under load and kills; KILL_SECONDS overrides it. */
const KILL_SECONDS = Number(process.env.KILL_SECONDS ?? 5);
/** Callers of each of two shops. */
const CALLERS = 5;
/** Enough connections for two instances of each service with all their pools. */
const MANY_CONNECTIONS = 200;

/** Renames a QR and reads the list, again and again. @returns the names that were read and are not those just given */
async function readOwnNames({ owner, siteId, qr }: Awaited<ReturnType<typeof openOffer>>, until: number) {
  const qrs = `/api/sites/${siteId}/qrs`;
  const tooOld: unknown[] = [];
  for (let n = 0; Date.now() < until; n += 1) {
    await command(owner, 'PUT', `${qrs}/${qr.id}`, { name: `Name ${n}` });
    const [shown] = await acknowledged(() => owner.send<{ name: string }[]>('GET', qrs));
    if (shown?.name !== `Name ${n}`) tooOld.push(shown);
  }
  return tooOld;
}

/**
 * EventStoreDB is the server of EVENT_STORE_URL, or a double that speaks its protocol and keeps events in memory. Redis is the
 * installed one; without it, jobs are queued in Postgres. Skipped without HAProxy (`apt-get install haproxy`).
 */
describe.skipIf(haproxyPath() === null).each([
  { name: 'Postgres and Redis, services apart, two of each', hasEventStore: false, viewport: DESKTOP },
  { name: 'EventStoreDB, Postgres and Redis, services apart, two of each', hasEventStore: true, viewport: PHONE },
])('$name', ({ name, hasEventStore, viewport }) => {
  let product: Product;
  /** The settings that locate the stores. */
  const stores: Record<string, string> = {};
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const server = await startServer({ maxConnections: MANY_CONNECTIONS });
    stops.push(() => server.stop());
    stores.DATABASE_URL = server.url;
    if (hasEventStore) {
      const double = process.env.EVENT_STORE_URL ? null : await startEventStoreDbDouble();
      if (double) stops.push(() => double.close());
      stores.EVENT_STORE_URL = double?.urls[0] ?? String(process.env.EVENT_STORE_URL);
    }
    const redis = hasRedis ? await startTestRedis() : null;
    if (redis) stops.push(() => redis.close());
    const env = { ...stores, ...(redis && { REDIS_URL: redis.url }) };
    product = await startProduct({ program: SERVICES_PROGRAM, env });
    stops.push(() => product.remove());
    stores.DATA_DIR = product.dataDir;
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  // verification/journeys/main-job.spec.ts does the same on the embedded product.
  it('does the main job, clicked through, to the right cent', async ({ onTestFailed, onTestFinished }) => {
    onTestFailed(() => photographAll(join(ROOT, 'test-results', name)));
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const { ledgers, pageErrors } = await clickThroughMainJob(browser, product.url, viewport);
    expect(ledgers).toEqual(RIGHT_CENTS);
    expect(pageErrors).toEqual([]);
  });

  it(
    'loses and doubles no acknowledged command, and shows nothing that is too old, while one of each service is killed',
    async () => {
      const load = new Load(() => product.url, seeded(SEED));
      for (const shop of await openShops(product.url)) load.start(shop, CALLERS);
      const reader = await openOffer(product.url);
      const until = Date.now() + KILL_SECONDS * 1000;
      const [kills, tooOld] = await Promise.all([killNowAndThen(product, until), readOwnNames(reader, until)]);
      await load.stop();
      expect(tooOld).toEqual([]);
      expect(kills).toBeGreaterThanOrEqual(3);
      expect(load.acknowledged).toBeGreaterThanOrEqual(18);
      expect(await judge(await collect(stores, load.attempts, { clocksAgree: true }))).toEqual([]);
      console.log(`${name}: ${KILL_SECONDS} s, ${kills} kills, ${load.acknowledged} commands, none lost or doubled`);
    },
    (KILL_SECONDS + 600) * 1000,
  );

  it('has read models that are those of a replay of everything', async () => {
    const verified = await operate(['verify'], stores);
    expect(verified.exitCode, verified.output).toBe(0);
  });
});
