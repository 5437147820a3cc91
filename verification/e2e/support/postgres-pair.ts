import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DebianServer,
  makeCluster,
  makeDatabase,
  runProgram,
  serverFolder,
  startCluster,
} from './debian-postgres.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** A primary and a hot standby, and one address that follows the failover. */
export interface PostgresPair {
  /** Port of the current primary. */
  readonly url: string;
  readonly standby: DebianServer;
  /** Resolves when the standby has replayed the primary's current position. */
  caughtUp(): Promise<void>;
  /** Stops replication to the standby without a signal to either server. */
  holdBack(): void;
  /** Resumes replication to the standby. */
  letThrough(): void;
  /** Kills the primary, promotes the standby, and lets the address lead to it. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options.isSynchronous commits are acknowledged after the standby has them */
export async function startPostgresPair(options: {
  readonly isSynchronous: boolean;
  readonly maxConnections?: number;
}): Promise<PostgresPair> {
  const { isSynchronous, maxConnections = 100 } = options;
  const connections = `max_connections=${maxConnections}`;
  const { folder, as } = await serverFolder();
  const [data, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  await makeCluster(data, as);
  const primary = await startCluster(data, as, ['wal_keep_size=256MB', connections]);
  await makeDatabase(primary);
  const replication = await startTcpProxy({ host: '127.0.0.1', port: primary.port });
  const from = `host=127.0.0.1 port=${replication.port} user=postgres application_name=standby`;
  // -R writes `from` to the standby's settings.
  await runProgram('pg_basebackup', ['-d', from, '-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], as);
  const standby = await startCluster(copy, as, [connections]);
  if (isSynchronous) {
    await primary.sql(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await primary.sql('SELECT pg_reload_conf()');
  }
  const address = await startTcpProxy({ host: '127.0.0.1', port: primary.port });
  const url = new URL(primary.url);
  url.port = String(address.port);
  let hasFailedOver = false;

  return {
    url: url.href,
    standby,
    async caughtUp() {
      const wanted = await primary.sql('SELECT pg_current_wal_lsn()');
      while ((await standby.sql(`SELECT pg_last_wal_replay_lsn() >= '${wanted}'`)) !== 't');
    },
    holdBack: () => replication.fallSilent(),
    letThrough: () => replication.recover(),
    async failOver() {
      hasFailedOver = true;
      await primary.stop('SIGQUIT');
      await replication.close();
      await runProgram('pg_ctl', ['promote', '-w', '-D', copy], as);
      address.follow({ host: '127.0.0.1', port: standby.port });
    },
    async stop() {
      await address.close();
      await standby.stop();
      if (!hasFailedOver) {
        await replication.close();
        await primary.stop();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
