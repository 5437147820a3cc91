import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../process/free-port.ts';
import { makeFolder } from '../../process/make-folder.ts';
import { systemTimers } from '../../time/timers.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, readOrMakePasswords } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { ensureDatabase, socketDirectories } from './database.ts';
import {
  chooseIdentity,
  launchServer,
  type RunAs,
  type ServerLogger,
  type ServerProcess,
  ServerStartFailed,
} from './server-process.ts';
import { readPostmaster, stopStaleServer } from './stale-server.ts';

/** For one small machine that runs everything else beside it. fsync and synchronous_commit keep their default: on. */
const SERVER_SETTINGS: Readonly<Record<string, string | number>> = {
  listen_addresses: '127.0.0.1',
  max_connections: 60,
  shared_buffers: '32MB',
  effective_cache_size: '256MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  // The server has no replicas, so the log only needs to serve recovery.
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  checkpoint_timeout: '15min',
  io_method: 'sync',
  max_worker_processes: 4,
  max_logical_replication_workers: 0,
  max_parallel_workers_per_gather: 0,
  autovacuum_max_workers: 2,
  random_page_cost: 1.1,
  // Short statements: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Errors of statements reach the caller, with values that do not belong in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Settings of a throw-away server: no fsync, no vacuum, and connections for many test pools. */
const THROWN_AWAY_SETTINGS: Readonly<Record<string, string | number>> = {
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  // It would visit each of hundreds of databases every minute, at moments that no test controls.
  autovacuum: 'off',
  // Each connection derives its key from the password, thousands in a run. The server is gone before anyone could guess it.
  scram_iterations: 1,
};

export interface EmbeddedPostgres {
  /** For `pg`, knex and everything else that takes a URL: a socket in the data folder or else loopback, a random port, a role that owns its database. */
  readonly connectionString: string;
  /** Settles when the server has ended; before `stop` was called that means it crashed. */
  readonly exited: Promise<void>;
  /** Close pools and queues first. A second call waits for the first. */
  stop(): Promise<void>;
}

/** A recovery after a power cut may read a lot of log before the server takes connections. */
const START_TIMEOUT_MS = 120_000;
const PORT_ATTEMPTS = 5;

/**
 * Starts the bundled Postgres server on its own data folder, which is created at the first start.
 * The server ends with this process, however that ends.
 * @throws DataDirInUse, EmbeddedPostgresUnsupported, ServerStartFailed
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly logger?: ServerLogger;
  /** Most connections at once, for more than the one process of the embedded product. */
  readonly maxConnections?: number;
  /** For tests: does not wait for the disk, so that data outlives the server's processes, and no power cut. */
  readonly isThrownAway?: boolean;
}): Promise<EmbeddedPostgres> {
  makeFolder(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const clusterDir = path.join(dataDir, 'cluster');
    const binaries = findBinaries(path.join(dataDir, 'lib'));
    const runAs = chooseIdentity(binaries, dataDir, existsSync(clusterDir) ? clusterDir : undefined);
    const passwords = readOrMakePasswords(dataDir);
    await ensureCluster({ dataDir, clusterDir, password: passwords.admin }, binaries, runAs);
    await stopStaleServer(clusterDir);
    const server = await launchOnFreePort(binaries, runAs, clusterDir, options);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= server
        .stop()
        .then(() => stopStaleServer(clusterDir, 0))
        .finally(() => lock.release());
      return stopping;
    };
    try {
      const postmaster = readPostmaster(clusterDir);
      if (postmaster === undefined) throw new Error('The embedded database has ended right after its start');
      return { connectionString: await ensureDatabase(postmaster, passwords), exited: server.exited, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function launchOnFreePort(
  binaries: Binaries,
  runAs: RunAs,
  clusterDir: string,
  { logger, maxConnections, isThrownAway }: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'dataDir'>,
): Promise<ServerProcess> {
  let sockets = socketDirectories(clusterDir);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort('127.0.0.1');
    const settings = {
      ...SERVER_SETTINGS,
      port,
      unix_socket_directories: sockets,
      ...(maxConnections ? { max_connections: maxConnections } : {}),
      ...(isThrownAway ? THROWN_AWAY_SETTINGS : {}),
    };
    try {
      return await launchServer({ binaries, runAs, clusterDir, settings, logger, timeoutMs: START_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof ServerStartFailed) || attempt === PORT_ATTEMPTS) throw error;
      // The file system has no sockets, as those of some shared folders.
      if (/Unix-domain socket/.test(error.output)) sockets = '';
      // The port was taken in between, or sessions of a killed server are still ending: both pass.
      const passing = /could not bind|could not create any|shared memory block|lock file/.test(error.output);
      if (!passing) throw error;
      await systemTimers.sleep(200 * attempt);
      await stopStaleServer(clusterDir);
    }
  }
}

/**
 * The connection string of the embedded server that another process runs on this folder, for an operator's command beside
 * a running product. @throws if no server runs
 */
export async function connectToRunning(dataDir: string): Promise<string> {
  const postmaster = readPostmaster(path.join(dataDir, 'cluster'));
  if (!postmaster) throw new Error(`No database runs on ${dataDir}`);
  return ensureDatabase(postmaster, readOrMakePasswords(dataDir));
}
