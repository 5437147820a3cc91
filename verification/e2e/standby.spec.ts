import { spawnSync } from 'node:child_process';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import { afterEach, describe, expect, it } from 'vitest';
import { debianPostgres } from './support/debian-postgres.ts';
import { acknowledged } from './support/patient-client.ts';
import { Person } from './support/person.ts';
import { startPostgresPair } from './support/postgres-pair.ts';
import { PROGRAM, type Product, SERVICES_PROGRAM, startProduct } from './support/product.ts';
import { subscribe } from './support/shop.ts';

const missing = debianPostgres === null ? ' (skipped: no Postgres; apt-get install postgresql)' : '';
const SESSION_SECRET = 'of a product that reads from a standby';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startPair() {
  const pair = await startPostgresPair({ isSynchronous: false });
  stops.push(() => pair.stop());
  const readUrl = `postgres://perktree_queries:of-queries@127.0.0.1:${pair.standby.port}/perktree`;
  return { pair, readUrl };
}

describe.skipIf(missing !== '')(`reads from a hot standby${missing}`, () => {
  describe.each([
    ['npm start', PROGRAM],
    ['npm run services', SERVICES_PROGRAM],
  ])('%s', (_, program) => {
    const isThere = program === PROGRAM || haproxyPath() !== null;

    it.runIf(isThere)('show what their reader did, or 503, and go on after the standby is promoted', async () => {
      const { pair, readUrl } = await startPair();
      const env = { DATABASE_URL: pair.url, DATABASE_READ_URL: readUrl, SESSION_SECRET };
      const product: Product = await startProduct({ program, env });
      stops.push(() => product.remove());
      const owner = await Person.register(product.url, 'owner', 'business');
      await subscribe(owner, 'ultra');
      const addSite = (name: string) => owner.post<{ id: string }>('/api/sites', { name, currency: 'EUR' });
      const sites = () => owner.send<{ name: string }[]>('GET', '/api/me/sites');
      const names = async () => (await acknowledged(sites)).map(({ name }) => name).toSorted();
      await addSite('Bakery');
      expect(await names()).toEqual(['Bakery']);
      const readers = await pair.standby.sql(
        `SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = 'perktree_queries' AND query LIKE '%read_models%'`,
      );
      expect(readers).toBe('t');

      pair.holdBack();
      // A new account and its session exist only on the primary.
      const late = await Person.register(product.url, 'late', 'customer');
      expect((await late.send('GET', '/api/me/scans')).status).toBe(200);
      await addSite('Bistro');
      const behind = await sites();
      expect(behind).toMatchObject({ status: 503, body: { code: 'READ_MODEL_BEHIND' } });
      expect(behind.headers.get('retry-after')).toBe('1');
      pair.letThrough();
      expect(await names()).toEqual(['Bakery', 'Bistro']);

      await pair.caughtUp();
      await pair.failOver();
      await acknowledged(() => owner.send('POST', '/api/sites', { name: 'Butcher', currency: 'EUR' }));
      expect(await names()).toEqual(['Bakery', 'Bistro', 'Butcher']);
      expect(product.output()).not.toMatch(/unforeseen error/);
    });
  });

  it('say so in /readyz where the standby receives nothing', async () => {
    const { pair, readUrl } = await startPair();
    const env = { DATABASE_URL: pair.url, DATABASE_READ_URL: readUrl, SESSION_SECRET };
    const product = await startProduct({ env });
    stops.push(() => product.remove());
    const owner = await Person.register(product.url, 'owner', 'business');
    pair.holdBack();
    await owner.post('/api/sites', { name: 'Bakery', currency: 'EUR' });
    const ready = async () =>
      (await (await fetch(`${product.url}/readyz`)).json()) as { lag: number; lagSeconds: number };
    await expect.poll(async () => (await ready()).lag).toBeGreaterThan(0);
    await expect.poll(async () => (await ready()).lagSeconds).toBeGreaterThan(1);
  });

  it('stop the start of a query service without the setting of its primary', async () => {
    const { readUrl, pair } = await startPair();
    const product = await startProduct({
      env: { DATABASE_URL: pair.url, DATABASE_READ_URL: readUrl, SESSION_SECRET },
    });
    await product.remove();
    const settings = { DATABASE_READ_URL: readUrl, SESSION_SECRET, PUBLIC_URL: 'http://localhost:3000', PORT: '0' };
    const service = spawnSync(process.execPath, [PROGRAM.replace('standalone', 'query-service')], {
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    });
    expect([service.status, service.stderr]).toEqual([
      1,
      expect.stringContaining(
        'DATABASE_PRIMARY_URL is missing: DATABASE_READ_URL is a standby, and sessions are looked up at its primary.',
      ),
    ]);
  });
});
