import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { NO_SPACE, type RunAs } from './server-process.ts';

/** Owns the cluster; only this launcher signs in with it. */
export const ADMIN_ROLE = 'perktree_admin';

/** Passwords of the superuser and of the product's own role: they differ. */
export interface ClusterPasswords {
  readonly admin: string;
  readonly app: string;
}

/** The passwords of this data folder's roles, made at the first start; their files are readable by this user alone. */
export function readOrMakePasswords(dataDir: string): ClusterPasswords {
  return { admin: readOrMake(path.join(dataDir, 'admin-password')), app: readOrMake(path.join(dataDir, 'password')) };
}

/** A file that was changed, cut off, or written by another version. */
class PasswordUnreadable extends Error {
  override readonly name = 'PasswordUnreadable';
  constructor(file: string) {
    super(
      `${file} does not hold a password of the embedded database: restore this file from a copy of the data folder.`,
    );
  }
}

function readOrMake(file: string): string {
  if (!fs.existsSync(file)) {
    const draft = `${file}.${randomUUID()}`;
    try {
      fs.writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
      fs.renameSync(draft, file);
    } finally {
      fs.rmSync(draft, { force: true });
    }
  }
  const password = fs.readFileSync(file, 'utf8').trim();
  // It stands in URLs and in SQL.
  if (!/^[\w-]{16,}$/.test(password)) throw new PasswordUnreadable(file);
  return password;
}

/** Creates the cluster's folder if it is missing. An interrupted start never leaves a folder that looks complete. */
export async function ensureCluster(
  { dataDir, clusterDir, password }: { dataDir: string; clusterDir: string; password: string },
  binaries: Binaries,
  runAs: RunAs,
): Promise<void> {
  if (fs.existsSync(clusterDir)) {
    giveTo(clusterDir, runAs);
    return;
  }
  for (const entry of fs.readdirSync(dataDir)) {
    if (entry.startsWith('cluster.new-')) fs.rmSync(path.join(dataDir, entry), { recursive: true, force: true });
  }
  const draft = path.join(dataDir, `cluster.new-${randomUUID()}`);
  fs.mkdirSync(draft, { mode: 0o700 });
  giveTo(draft, runAs);
  try {
    await initdb(draft, password, binaries, runAs);
    fs.renameSync(draft, clusterDir);
    syncFolder(dataDir);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The error contains initdb's output, which names the reason, such as a full disk. */
class ClusterNotCreated extends Error {
  override readonly name = 'ClusterNotCreated';
  constructor(reason: string) {
    super(`The embedded database could not be created (${reason})`);
  }
}

/** The password goes through a pipe, never through a temporary file or a command line. */
async function initdb(folder: string, password: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const [command, ...args] = [
    ...runAs.initdbPrefix,
    '/bin/sh',
    '-c',
    'cat | exec "$@"',
    'initdb',
    binaries.initdb,
    '-D',
    folder,
    '-U',
    ADMIN_ROLE,
    '--pwfile=/dev/stdin',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const child = spawn(command as string, args, {
    ...runAs.ids,
    env: binaries.env,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(`${password}\n`);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status === 0) return;
  if (NO_SPACE.test(output)) throw new ClusterNotCreated('the disk of DATA_DIR is full: free space, then start again');
  const hint = output.includes('could not look up effective user ID')
    ? `. The user id ${process.getuid?.()} has no entry in /etc/passwd and this system allows no user namespace: ` +
      'add an entry, or set DATABASE_URL to a Postgres server of your own'
    : '';
  throw new ClusterNotCreated(`initdb ended with ${status}: ${output.trim()}${hint}`);
}

/** Makes the identity that the server runs under the owner of its files. */
function giveTo(folder: string, { filesOwner }: RunAs): void {
  if (!filesOwner) return;
  const { uid, gid } = fs.statSync(folder);
  if (uid === filesOwner.uid && gid === filesOwner.gid) return;
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, entry), filesOwner.uid, filesOwner.gid);
  }
  // Last, so that a walk cut short is done again.
  fs.lchownSync(folder, filesOwner.uid, filesOwner.gid);
}

function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
