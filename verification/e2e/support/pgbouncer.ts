import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@perktree/platform/process/free-port';

/** In Debian it is in root's PATH only. */
const PROGRAM = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(PROGRAM);

export type PoolMode = 'session' | 'transaction' | 'statement';

/** PgBouncer in front of a server, with the settings of docs/how-to/scale-out.md. @returns its port, and how to stop it */
export async function startPgBouncer(options: {
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
