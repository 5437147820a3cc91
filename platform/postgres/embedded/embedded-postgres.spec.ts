import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { findBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { processStartTime } from './process-info.ts';
import { ServerStartFailed } from './server-process.ts';
import { readPostmaster } from './stale-server.ts';

const here = import.meta.dirname;
// Inside the checkout, where the program finds its packages.
const outDir = path.join(here, '../../../.cache/hold-database');
let open: EmbeddedPostgres[] = [];
let children: ChildProcess[] = [];

const dataDir = mkdtempSync(path.join(tmpdir(), 'perktree-launcher-'));
chmodSync(dataDir, 0o711);
const entry = path.join(here, 'testing/hold-database.ts');
await build({
  configFile: false,
  root: here,
  logLevel: 'error',
  build: { ssr: entry, outDir, emptyOutDir: true, target: 'node20', minify: false },
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const database of open) await database.stop();
  [open, children] = [[], []];
});
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(outDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir });
  open.push(database);
  return database;
}

/** Another process that holds the database. */
async function startElsewhere(): Promise<{ child: ChildProcess; connectionString: string }> {
  const program = path.join(outDir, readdirSync(outDir).find((name) => /\.m?js$/.test(name)) ?? '');
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, connectionString: line.toString().trim() };
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 20_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const lives = (pid: number | undefined) => pid !== undefined && processStartTime(pid) !== undefined;
const postmaster = () => readPostmaster(path.join(dataDir, 'cluster'));

describe('the embedded database', () => {
  it('stops without a warning in the log although a connection is open', async () => {
    const logged: string[] = [];
    const note = (line: unknown) => void logged.push(String(line));
    const database = await startEmbeddedPostgres({ dataDir, logger: { warn: note, debug: () => {} } });
    open.push(database);
    const client = new pg.Client({ connectionString: database.connectionString });
    client.on('error', () => {});
    await client.connect();
    await database.stop();
    expect(logged.filter((line) => line.includes('FATAL'))).toEqual([]);
  });

  it('is durable, private and open to its own role alone', async () => {
    const { connectionString } = await start();
    expect(
      await query(
        connectionString,
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
           current_setting('listen_addresses') AS address,
           (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
      ),
    ).toEqual([{ fsync: 'on', commit: 'on', address: '127.0.0.1', superuser: false }]);
    expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(dataDir, 'cluster')).mode & 0o777).toBe(0o700);
    const url = new URL(connectionString);
    expect(url.password).toBe(readFileSync(path.join(dataDir, 'password'), 'utf8'));
    const admin = new URL(connectionString);
    admin.username = 'perktree_admin';
    await expect(query(admin.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const adminPassword = path.join(dataDir, 'admin-password');
    expect(statSync(adminPassword).mode & 0o777).toBe(0o600);
    admin.password = readFileSync(adminPassword, 'utf8');
    expect(await query(admin.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    url.password = 'guessed';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('answers over a socket in its private folder, and over loopback', async () => {
    const { connectionString } = await start();
    const url = new URL(connectionString);
    expect(decodeURIComponent(url.hostname)).toBe(path.join(realpathSync(dataDir), 'cluster'));
    const address = 'SELECT inet_server_addr() AS address';
    expect(await query(url.href, address)).toEqual([{ address: null }]);
    url.hostname = '127.0.0.1';
    expect(await query(url.href, address)).toEqual([{ address: '127.0.0.1' }]);
  });

  it('answers over loopback alone where the path of a socket would be too long', async () => {
    const folder = path.join(dataDir, 'a-long-name'.repeat(10));
    const database = await startEmbeddedPostgres({ dataDir: folder });
    open.push(database);
    expect(new URL(database.connectionString).hostname).toBe('127.0.0.1');
    expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends with the process that started it, killed or not, and starts again with all that was committed', async () => {
    const { child, connectionString } = await startElsewhere();
    await query(connectionString, 'CREATE TABLE survived (n int); INSERT INTO survived VALUES (7)');
    const server = postmaster();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => lives(server?.pid)).toBe(false);
    const { connectionString: next } = await start();
    expect(await query(next, 'SELECT n FROM survived')).toEqual([{ n: 7 }]);
  });

  it('stops a server whose watchdog was killed too', async () => {
    const { child } = await startElsewhere();
    const orphan = postmaster()?.pid;
    const listing = spawnSync('ps', ['-eo', 'pid=,pgid=,comm='], { encoding: 'utf8' }).stdout;
    const processes = listing.split('\n').map((line) => line.trim().split(/\s+/));
    // Suspended, so that it does not notice and stop the server.
    child.kill('SIGSTOP');
    const group = processes.find(([pid]) => pid === String(orphan))?.[1];
    for (const [pid, itsGroup, name] of processes) {
      if (itsGroup === group && name === 'sh') process.kill(Number(pid), 'SIGKILL');
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(lives(orphan)).toBe(true);
    await start();
    expect(lives(orphan)).toBe(false);
    expect(postmaster()?.pid).not.toBe(orphan);
  });

  it('starts although another process has the number that a crashed server left', async () => {
    await (await start()).stop();
    const clusterDir = path.join(dataDir, 'cluster');
    const { uid, gid } = statSync(clusterDir);
    const stranger = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 && { uid, gid }), stdio: 'ignore' });
    children.push(stranger);
    const left = [stranger.pid, clusterDir, 0, 5432, '', '127.0.0.1', '1 1', 'ready', ''].join('\n');
    writeFileSync(path.join(clusterDir, 'postmaster.pid'), left);
    const { connectionString } = await start();
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts although a full disk or a power cut has left its pid file empty', async () => {
    await (await start()).stop();
    writeFileSync(path.join(dataDir, 'cluster/postmaster.pid'), '');
    expect(await query((await start()).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports a crash, and starts again', async () => {
    const { exited, connectionString } = await start();
    await query(connectionString, 'CREATE TABLE before_crash (n int)');
    process.kill(postmaster()?.pid ?? 0, 'SIGKILL');
    await exited;
    await open.pop()?.stop();
    expect(await query((await start()).connectionString, 'SELECT n FROM before_crash')).toEqual([]);
  });

  // /proc has no free bytes.
  it.each([
    ['FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device', tmpdir()],
    ['FATAL:  could not extend file: wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.', tmpdir()],
    ['FATAL:  checkpoint request failed', '/proc'],
  ])('says that the disk is full where a start ends with %j', (output, folder) => {
    expect(new ServerStartFailed(output, folder).message).toBe(
      'The embedded database did not start: the disk of DATA_DIR is full. Free space, then start again',
    );
  });

  it('says how a server ended whose folder was deleted beneath it', () => {
    const gone = `${dataDir}/deleted`;
    expect(new ServerStartFailed('', gone).message).toBe(
      'The embedded database did not start: it ended without a word',
    );
  });

  it('explains a missing binary, and names the setting', () => {
    const arch = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor;
    Object.defineProperty(process, 'arch', { ...arch, value: 'mips' });
    try {
      expect(() => findBinaries(dataDir)).toThrow(/not installed for \w+-mips .*Set DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'arch', arch);
    }
  });
});
