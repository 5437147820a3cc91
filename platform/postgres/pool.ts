import pg from 'pg';

export interface PostgresOptions {
  readonly connectionString: string;
  /** Seen in pg_stat_activity. */
  readonly applicationName: string;
  /** Most connections. All pools of all processes share the server's max_connections (60 in the embedded one). */
  readonly max?: number;
  /** Connections that stay open without use, so that a quiet process answers as fast as a busy one; default 0. */
  readonly min?: number;
  /** Longest time for one statement, in milliseconds; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Schema of names without one; left out: as the server has it. */
  readonly schema?: string;
  /**
   * Plans each named statement once, and uses an index even while a table is small. For a pool whose statements all look up
   * by keys.
   */
  readonly isPlannedOnce?: boolean;
  /** Asks a new connection something before it is used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX = 8;
/** How much longer than the server's own limit we wait for its answer before the connection counts as dead. */
const ANSWER_GRACE_MS = 5_000;
/**
 * Silence after which the kernel probes a connection, once a second. It ends the connection after 10 probes without answer.
 * The kernel's own default is two hours.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;

type ConnectionOptions = Omit<PostgresOptions, 'max' | 'min' | 'onConnect'>;

const statementTimeoutOf = ({ statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS }: ConnectionOptions) =>
  statementTimeoutMs;

/** Settings of every connection of the product. `beginSession` sets its time limits. */
export function connectionSettings(options: ConnectionOptions): pg.ClientConfig {
  const statementTimeoutMs = statementTimeoutOf(options);
  return {
    connectionString: options.connectionString,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + ANSWER_GRACE_MS }),
  };
}

/**
 * Sets the server's settings for a new connection. It sends statements, because poolers such as PgBouncer refuse unknown
 * parameters in the startup message.
 */
export async function beginSession(client: Pick<pg.ClientBase, 'query'>, options: ConnectionOptions): Promise<void> {
  const limit = statementTimeoutOf(options);
  const settings = [
    // Where `enable_seqscan` is off, a scan of any table counts as expensive, and its plan would be compiled at each use: 0.2 s.
    'SET jit = off',
    ...(limit > 0 ? [`SET statement_timeout = ${limit}`, `SET idle_in_transaction_session_timeout = ${limit}`] : []),
    ...(options.isPlannedOnce ? ['SET plan_cache_mode = force_generic_plan', 'SET enable_seqscan = off'] : []),
    ...(options.schema === undefined ? [] : [`SET search_path = ${pg.escapeIdentifier(options.schema)}`]),
  ];
  await client.query(settings.join('; '));
}

/** Connects at the first query, not here. */
export function createPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(options),
    max: options.max ?? DEFAULT_MAX,
    min: options.min ?? 0,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    async onConnect(client) {
      await beginSession(client, options);
      await options.onConnect?.(client);
    },
  });
  // Without a listener the loss of an idle connection would end the process. The pool replaces the connection.
  pool.on('error', () => {});
  // The same for a connection in use, between two queries: its next query reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
