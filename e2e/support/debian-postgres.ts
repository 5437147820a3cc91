import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@perktree/platform/process/free-port';
import type { TestServer } from './postgres-server.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';
/** The lowest major version that the product supports (docs/operations.md). */
const OLDEST_SUPPORTED = 15;
const START_TIMEOUT_MS = 30_000;

/** Programs of the lowest supported version among the packages of this machine; null: none is installed. */
export const debianPostgres = findPrograms();

function findPrograms(): { readonly version: number; readonly folder: string } | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : [];
  const supported = versions.filter((version) => version >= OLDEST_SUPPORTED).sort((a, b) => a - b);
  const version = supported.find((each) => existsSync(join(INSTALLED, String(each), 'bin/initdb')));
  return version === undefined ? null : { version, folder: join(INSTALLED, String(version), 'bin') };
}

/** A server of that version, whose user may make roles and databases but is no superuser, as with a managed database. */
export async function startDebianPostgres(): Promise<TestServer> {
  if (debianPostgres === null) throw new Error('there is no Postgres package on this machine');
  const program = (name: string) => join(debianPostgres.folder, name);
  const folder = mkdtempSync(join(tmpdir(), 'perktree-debian-postgres-'));
  // The server refuses to run as root; the package has made a user for it.
  const as: SpawnOptions = process.getuid?.() === 0 ? await identityOf('postgres') : {};
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  await run(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'], as);
  const port = await freePort('127.0.0.1');
  const where = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', folder, '-c', 'fsync=off'];
  const server = spawn(program('postgres'), ['-D', data, ...where], { ...as, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const psql = (sql: string) =>
    run(program('psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qc', sql]);
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    const { stdout } = await run(program('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).catch(
      (error) => error,
    );
    if (String(stdout).includes('accepting')) break;
    if (Date.now() > deadline) throw new Error('Postgres does not start');
  }
  await psql(`CREATE ROLE owner LOGIN PASSWORD 'owner' CREATEROLE CREATEDB`);
  await psql('CREATE DATABASE perktree OWNER owner');
  return {
    url: `postgres://owner:owner@127.0.0.1:${port}/perktree`,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function identityOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
