import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createPool } from '@perktree/platform/postgres/pool';
import { freePort } from '@perktree/platform/process/free-port';
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
import { operate, startProduct } from './support/product.ts';
import { openOffer, tokenOf } from './support/shop.ts';

/** In Debian it is in root's PATH only. */
const PROGRAM = '/usr/sbin/pgbouncer';
const hasPgBouncer = existsSync(PROGRAM);

type PoolMode = 'session' | 'transaction' | 'statement';

/** PgBouncer in front of a server, with the settings of docs/how-to/scale-out.md. @returns its port, and how to stop it */
async function startPgBouncer(options: {
  readonly serverPort: number;
  readonly poolMode: PoolMode;
  /** If absent, it looks up every login at the server. */
  readonly onlyKnows?: { readonly user: string; readonly password: string };
  /** Uid of the user that runs it, because it refuses to run as root. */
  readonly folder: string;
  readonly as: SpawnOptions;
}): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { serverPort, poolMode, onlyKnows = { user: 'postgres', password: '' }, folder, as } = options;
  const port = await freePort('127.0.0.1');
  const file = join(folder, `pgbouncer-${poolMode}.ini`);
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${onlyKnows.user}" "${onlyKnows.password}"\n`);
  writeFileSync(
    file,
    `[databases]
perktree = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = ${poolMode}
auth_type = scram-sha-256
auth_file = ${users}
${options.onlyKnows ? '' : 'auth_user = postgres'}
default_pool_size = 60
max_client_conn = 500
`,
  );
  if (as.uid !== undefined && as.gid !== undefined) for (const each of [file, users]) chownSync(each, as.uid, as.gid);
  const bouncer = spawn(PROGRAM, ['-q', file], { ...as, stdio: 'ignore' });
  const ended = once(bouncer, 'exit');
  while (!(await accepts(port))) if (bouncer.exitCode !== null) throw new Error('PgBouncer does not start');
  return {
    port,
    async stop() {
      bouncer.kill('SIGTERM');
      await ended;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => setTimeout(resolve, 20, false));
    socket.once('connect', () => socket.destroy());
  });
}

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
