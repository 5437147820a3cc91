/** For one small machine that runs everything else beside it. fsync and synchronous_commit keep their default: on. */
export const SERVER_SETTINGS: Readonly<Record<string, string | number>> = {
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
export const THROWN_AWAY_SETTINGS: Readonly<Record<string, string | number>> = {
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  // It would visit each of hundreds of databases every minute, at moments that no test controls.
  autovacuum: 'off',
};
