import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@perktree/platform/process/free-port';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';
/** The lowest major version that the product supports (docs/how-to/scale-out.md). */
const OLDEST_SUPPORTED = 15;
const START_TIMEOUT_MS = 120_000;

/** Programs of the lowest supported version that is installed; null if none is. */
export const debianPostgres = findPrograms();

function findPrograms(): { readonly version: number; readonly folder: string } | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : [];
  const supported = versions.filter((version) => version >= OLDEST_SUPPORTED).sort((a, b) => a - b);
  const version = supported.find((each) => existsSync(join(INSTALLED, String(each), 'bin/initdb')));
  return version === undefined ? null : { version, folder: join(INSTALLED, String(version), 'bin') };
}

/** A running server of that version. */
export interface DebianServer {
  readonly port: number;
  /** URL of the product's user. As in managed databases, it can create roles and databases, but is no superuser. */
  readonly url: string;
  /** Runs statements as a superuser. @returns psql's output without headings */
  sql(statements: string, database?: string): Promise<string>;
  /** SIGINT: ends sessions. SIGQUIT: ends at once, as in a crash. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

/** A temporary folder of the user `postgres`, which the package creates: the server refuses to run as root. */
export async function serverFolder(): Promise<{ readonly folder: string; readonly as: SpawnOptions }> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-debian-postgres-'));
  const as: SpawnOptions = process.getuid?.() === 0 ? await identityOf('postgres') : {};
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  return { folder, as };
}

/** Runs one of the server's programs to its end. */
export async function runProgram(name: string, args: readonly string[], as: SpawnOptions = {}): Promise<string> {
  if (debianPostgres === null) throw new Error('there is no Postgres package on this machine');
  const { stdout } = await run(join(debianPostgres.folder, name), args, { ...as, encoding: 'utf8' });
  return stdout.trim();
}

export const makeCluster = (data: string, as: SpawnOptions): Promise<string> =>
  runProgram('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'], as);

export async function startCluster(
  data: string,
  as: SpawnOptions,
  settings: readonly string[] = [],
): Promise<DebianServer> {
  if (debianPostgres === null) throw new Error('there is no Postgres package on this machine');
  const port = await freePort('127.0.0.1');
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${data}`, 'fsync=off'];
  const args = [...own, ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(debianPostgres.folder, 'postgres'), ['-D', data, ...args], { ...as, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    const said = await runProgram('pg_isready', ['-h', '127.0.0.1', '-p', String(port)]).catch(() => '');
    if (said.includes('accepting')) break;
    if (Date.now() > deadline) throw new Error('Postgres does not start');
  }
  return {
    port,
    url: `postgres://owner:owner@127.0.0.1:${port}/perktree`,
    sql: (statements, database = 'postgres') =>
      runProgram('psql', ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', '-d', database, '-XAqtc', statements]),
    async stop(signal = 'SIGINT') {
      server.kill(signal);
      await ended;
    },
  };
}

/** Creates the user and the database of `DebianServer.url`. */
export async function makeDatabase(server: DebianServer): Promise<void> {
  await server.sql(`CREATE ROLE owner LOGIN PASSWORD 'owner' CREATEROLE CREATEDB`);
  await server.sql('CREATE DATABASE perktree OWNER owner');
}

async function identityOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
