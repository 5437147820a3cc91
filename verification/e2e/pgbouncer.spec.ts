import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@perktree/platform/postgres/pool';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type DebianServer,
  debianPostgres,
  makeCluster,
  makeDatabase,
  serverFolder,
  startCluster,
} from './support/debian-postgres.ts';
import { Person } from './support/person.ts';
import { hasPgBouncer, type PoolMode, startPgBouncer } from './support/pgbouncer.ts';
import { operate, startProduct } from './support/product.ts';
import { openOffer, tokenOf } from './support/shop.ts';

const missing =
  debianPostgres === null || !hasPgBouncer ? ' (skipped: no PgBouncer; apt-get install postgresql pgbouncer)' : '';

describe.skipIf(missing !== '')(`behind PgBouncer${missing}`, () => {
  let place: Awaited<ReturnType<typeof serverFolder>>;
  let server: DebianServer;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    place = await serverFolder();
    const data = join(place.folder, 'data');
    await makeCluster(data, place.as);
    server = await startCluster(data, place.as);
    await makeDatabase(server);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(async () => {
    await server?.stop();
    if (place) rmSync(place.folder, { recursive: true, force: true });
  });

  async function startBouncer(poolMode: PoolMode, more: { onlyKnows?: { user: string; password: string } } = {}) {
    const bouncer = await startPgBouncer({ ...place, serverPort: server.port, poolMode, ...more });
    stops.push(() => bouncer.stop());
    const url = new URL(server.url);
    url.port = String(bouncer.port);
    return url.href;
  }

  it('in session mode all of it works, with its time limits and the login that only reads', async () => {
    const url = await startBouncer('session');
    const product = await startProduct({ env: { DATABASE_URL: url } });
    stops.push(() => product.remove());
    const token = tokenOf((await openOffer(product.url)).qr.customerUrl);
    const customer = await Person.register(product.url, 'customer', 'customer');
    await customer.post('/api/scan', { token });
    expect(await customer.post('/api/redeem', { token })).toMatchObject({ success: true });
    expect(await customer.get('/api/me/scans')).toMatchObject([{ isRedeemed: true }]);

    const sessionsOf = (user: string) =>
      server.sql(`SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = '${user}'`);
    expect([await sessionsOf('owner'), await sessionsOf('perktree_queries')]).toEqual(['t', 't']);
    const pool = createPool({ connectionString: url, applicationName: 'spec' });
    expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }]);
    await pool.end();
    const verified = await operate(['verify'], { DATABASE_URL: url, DATA_DIR: product.dataDir });
    expect(verified.exitCode, verified.output).toBe(0);
    // Jobs are also queued through the pooler.
    const ready = await fetch(`${product.url}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ready', queue: 'reachable' });
    expect(product.output()).not.toMatch(/"level":[4-6]0/);
  });

  it.each(['transaction', 'statement'] as const)(
    'in %s mode it does not start, and says why in one sentence',
    async (mode) => {
      const url = await startBouncer(mode);
      const start = startProduct({ env: { DATABASE_URL: url } });
      await expect(start).rejects.toThrow(
        'DATABASE_URL leads to a pooler that shares sessions among connections, such as PgBouncer in transaction mode: set pool_mode to session.',
      );
      await expect(start).rejects.not.toThrow(/ at .*\.js/);
    },
  );

  it('that does not know the login for queries it does not start, and names it', async () => {
    const url = await startBouncer('session', { onlyKnows: { user: 'owner', password: 'owner' } });
    await expect(startProduct({ env: { DATABASE_URL: url } })).rejects.toThrow(
      'The database login perktree_queries, which queries use, is refused: a pooler in front of the database has to know it',
    );
  });
});
