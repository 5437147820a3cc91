import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { systemTimers } from '../../time/timers.ts';
import { type Binaries, EmbeddedPostgresUnsupported } from './binaries.ts';

/** How the server's processes are started. */
export interface RunAs {
  /** Words that stand before every command. */
  readonly prefix: readonly string[];
  /** Command prefix for initdb, which looks up its user by name. */
  readonly initdbPrefix: readonly string[];
  /** Ids to take on; absent: our own. */
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** Who owns the cluster's files, seen from here; absent: us. */
  readonly filesOwner?: { readonly uid: number; readonly gid: number };
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Postgres refuses to run as root, so root takes another identity: another user, where that user can reach the folders;
 * else a user namespace, in which our own files belong to a non-root user; else another user who keeps the
 * one capability of reaching them.
 * @param folder a folder that the server must be able to enter.
 * @param existingCluster the cluster's folder, if there is one already: its owner stays its owner.
 * @throws EmbeddedPostgresUnsupported
 */
export function chooseIdentity(binaries: Binaries, folder: string, existingCluster: string | undefined): RunAs {
  const accounts = readAccounts();
  const tried: string[] = [];
  for (const candidate of candidates(accounts, existingCluster)) {
    const failure = probe(candidate, binaries, folder);
    if (failure === undefined) return candidate;
    tried.push(failure);
  }
  const reasons = [...new Set(tried)].join('; ');
  throw new EmbeddedPostgresUnsupported(
    process.getuid?.() === 0
      ? `The embedded database cannot run as root, nor as another user from ${folder} (${reasons})`
      : `The embedded database does not run here (${reasons})`,
  );
}

function candidates(accounts: readonly Account[], existingCluster: string | undefined): RunAs[] {
  const uid = process.getuid?.() ?? -1;
  const namesake = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  const account = namesake ?? accounts.find((each) => each.uid !== 0);
  const namespace = account ? ['unshare', '--user', `--map-user=${account.uid}`] : undefined;
  if (uid !== 0) {
    const named = accounts.some((each) => each.uid === uid);
    return [{ prefix: [], initdbPrefix: !named && namespace && works(namespace) ? namespace : [] }];
  }
  const owner = existingCluster === undefined ? undefined : statSync(existingCluster);
  const ids =
    owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : pick(account ?? { uid: 65534, gid: 65534 });
  const options: RunAs[] = [{ prefix: [], initdbPrefix: [], ids, filesOwner: ids }];
  if (namespace) options.push({ prefix: namespace, initdbPrefix: namespace, filesOwner: { uid: 0, gid: 0 } });
  const capable = [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  options.push({ prefix: capable, initdbPrefix: capable, filesOwner: ids });
  return options;
}

function works([command, ...args]: readonly string[]): boolean {
  return spawnSync(command as string, [...args, '/bin/sh', '-c', ':'], { cwd: '/' }).status === 0;
}

const pick = ({ uid, gid }: { uid: number; gid: number }) => ({ uid, gid });

/** Undefined if the server's program runs under this identity and reaches the folder; else why not. */
function probe(runAs: RunAs, binaries: Binaries, folder: string): string | undefined {
  const script = 'test -x "$1" || { echo "cannot enter $1" >&2; exit 1; }; exec "$2" --version';
  const [command, ...args] = [...runAs.prefix, '/bin/sh', '-c', script, 'probe', folder, binaries.postgres];
  const answer = spawnSync(command as string, args, { ...runAs.ids, env: binaries.env, cwd: '/', encoding: 'utf8' });
  if (answer.status === 0) return undefined;
  return answer.error?.message ?? (answer.stderr.trim() || `${command} ended with ${answer.status ?? answer.signal}`);
}

function readAccounts(): Account[] {
  let passwd = '';
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A system without that file has no accounts to choose from.
  }
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '')
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
}

export interface ServerLogger {
  debug(message: string): void;
  warn(message: string): void;
}

export type ServerProcess = Awaited<ReturnType<typeof launchServer>>;

/** How Postgres says in its log that a disk is full. */
export const NO_SPACE = /No space left on device|Check free disk space/;
/** So few bytes are none: Postgres fails, and its log may leave out why. */
const NO_BYTES = 1_000_000;

function hasNoSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NO_BYTES;
  } catch {
    // The folder was deleted beneath the server.
    return false;
  }
}

/** The server ended before it was ready; `output` is the end of its log. */
export class ServerStartFailed extends Error {
  override readonly name = 'ServerStartFailed';
  constructor(
    readonly output: string,
    clusterDir: string,
  ) {
    const isFull = NO_SPACE.test(output) || hasNoSpace(clusterDir);
    const why = isFull ? 'the disk of DATA_DIR is full. Free space, then start again' : output;
    super(`The embedded database did not start: ${why || 'it ended without a word'}`);
  }
}

/**
 * Starts the server and stops it when its standard input closes: when we close it, and also when we die by any signal.
 * An immediate shutdown follows 30 s after a fast one.
 */
const WATCHDOG = `
trap : TERM INT HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{
  exec 2>/dev/null >/dev/null
  cat <&3
  kill -INT $server
  tries=0
  while [ $tries -lt 300 ] && kill -0 $server; do sleep 0.1; tries=$((tries + 1)); done
  kill -QUIT $server
} &
guard=$!
exec 3<&-
while kill -0 $server 2>/dev/null; do wait $server; done
kill $guard 2>/dev/null
`;

const KEPT_LINES = 20;

/**
 * Resolves when the server takes connections.
 * @throws ServerStartFailed
 */
export async function launchServer(options: {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly clusterDir: string;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly logger?: ServerLogger | undefined;
  readonly timeoutMs: number;
}) {
  const { binaries, runAs, clusterDir, settings, logger, timeoutMs } = options;
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, ...args] = [
    ...runAs.prefix,
    '/bin/sh',
    '-c',
    WATCHDOG,
    'perktree-postgres',
    binaries.postgres,
    '-D',
    clusterDir,
    ...parameters,
  ];
  const child = spawn(command as string, args, {
    ...runAs.ids,
    env: binaries.env,
    cwd: '/',
    // A separate session, so that Ctrl-C only reaches us; we stop the server last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => {
      // Ends the watchdog even if the server ended on its own.
      child.stdin.destroy();
      resolve();
    });
  });

  let isStopping = false;
  const lastLines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (reason?: string) => {
      endTimer();
      reject(new ServerStartFailed([...lastLines, ...(reason ? [reason] : [])].join('\n'), clusterDir));
    };
    const endTimer = systemTimers.after(timeoutMs, () => {
      child.stdin.end();
      fail(`not ready after ${timeoutMs} ms`);
    });
    child.once('error', (error) => fail(error.message));
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      // A stop ends the connections that are left, and each is FATAL to the server.
      if (!isStopping && /\b(FATAL|PANIC|WARNING):/.test(line)) logger?.warn(`postgres: ${line}`);
      else logger?.debug(`postgres: ${line}`);
      if (!line.includes('database system is ready to accept connections')) return;
      endTimer();
      resolve();
    });
    // Not at 'exit': the last lines of the log may still be in the pipe.
    child.once('close', () => fail());
  });

  // The server alone is no reason for this process to stay alive.
  const handles = [child, child.stdin, child.stderr] as unknown as { ref(): void; unref(): void }[];
  for (const handle of handles) handle.unref();
  return {
    /** Settles when the server has ended, for any reason. */
    exited,
    /** Rolls back open transactions, writes a checkpoint and ends the server. */
    async stop(): Promise<void> {
      isStopping = true;
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
