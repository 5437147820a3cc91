import type { EventStore } from '@perktree/event-store/port';
import { createPool } from '@perktree/platform/postgres/pool';
import type { Pool } from 'pg';
import type { Processor, ProcessorOptions } from '../engine/live/processor.ts';
import { startProcessor } from './some-read-models.ts';

/** A projector with its own connections, as in another process. */
export interface OtherProcess extends Processor {
  readonly pool: Pool;
  /** Like kill -9: cuts its connections without releasing leases. */
  kill(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };
/** Short leases, so that specs are fast; yet a busy machine delays no heartbeat for so long. */
const SHORT_LEASE = { ttlMs: 5_000, tickMs: 50 };

export function startOtherProcess(
  connectionString: string,
  store: EventStore,
  options: Partial<Omit<ProcessorOptions, 'store' | 'pool'>> & { readonly holder: string },
): OtherProcess {
  const pool = createPool({ connectionString, applicationName: options.holder, max: 4 });
  const processor = startProcessor({
    ...{ store, pool, logger: silent, lease: SHORT_LEASE, pauses: { first: 10, longest: 50 } },
    ...options,
  });
  return {
    pool,
    async stop() {
      await processor.stop();
      await pool.end();
    },
    async kill() {
      // From now on it gets no connection, nor can it say anything on those that it had.
      pool.connect = () => Promise.reject(new Error('killed'));
      pool.query = () => Promise.reject(new Error('killed'));
      const admin = createPool({ connectionString, applicationName: 'killer', max: 1 });
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND datname = current_database()`,
        [options.holder],
      );
      await admin.end();
      await processor.stop();
      await pool.end();
    },
  };
}
