import { warnOfFailure } from '@perktree/platform/outages';
import { copyBytes, literal } from '@perktree/platform/postgres/copy-bytes';
import { type EndTimer, systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { StateSnapshots } from '../fold.ts';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot.ts';

/** Pause between two snapshots, because one of 100,000 events writes 8 MB. */
const PAUSE_MS = 10_000;

export interface SnapshotKey<State> {
  readonly stream: string;
  readonly states: StateSnapshots<State>;
}

export interface SnapshotSource<State> {
  /** Null where the stream is empty. */
  takeSnapshot(): Snapshot<State> | null;
  /** Replaces the state by its packed form, in the same tick as `takeSnapshot`. */
  restore(packed: Snapshot<State>): void;
}

/**
 * Snapshots of long streams, in Postgres with every event store. A snapshot is a cache: if it is missing, unreadable, of
 * another version or of a lost history, the stream is read from its first event.
 */
export interface Snapshots {
  /** The newest snapshot, or null. Use it only if the store still has its event at that revision. */
  load<State>(key: SnapshotKey<State>): Promise<Snapshot<State> | null>;
  /** Schedules a snapshot of the state as it will be when it is written. */
  offer<State>(source: SnapshotKey<State> & SnapshotSource<State>): void;
}

export interface PostgresSnapshots extends Snapshots {
  /** Writes all scheduled snapshots now. */
  flush(): Promise<void>;
  /** Drops scheduled snapshots and waits for the one being written. */
  close(): Promise<void>;
}

export function createSnapshots(options: {
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
  /** Qualified with its schema. */
  readonly table: string;
}): PostgresSnapshots {
  const { pool, logger, table } = options;
  const due = new Map<string, () => Promise<void>>();
  let endTimer: EndTimer | undefined;
  let writing = Promise.resolve();
  let isClosed = false;

  const warn = (error: unknown, what: string) => warnOfFailure(logger, error, `cannot ${what} a snapshot`);

  async function write<State>(source: SnapshotKey<State> & SnapshotSource<State>): Promise<void> {
    const { stream, states } = source;
    const snapshot = source.takeSnapshot();
    if (snapshot === null) return;
    try {
      const body = encodeSnapshot(states, snapshot);
      source.restore(decodeSnapshot(states, body));
      await pool.query(
        `INSERT INTO ${table} (stream, state, version, body) VALUES ($1, $2, $3, $4)
         ON CONFLICT (stream, state) DO UPDATE SET version = excluded.version, body = excluded.body,
           written_at = clock_timestamp()`,
        [stream, states.name, states.version, body],
      );
    } catch (error) {
      warn(error, 'write');
    }
  }

  async function writeNext(): Promise<void> {
    const [next] = due;
    if (next === undefined || isClosed) return;
    due.delete(next[0]);
    await next[1]();
  }

  function schedule(): void {
    if (endTimer !== undefined || isClosed) return;
    endTimer = systemTimers.after(PAUSE_MS, () => {
      writing = writeNext().then(() => {
        endTimer = undefined;
        if (due.size > 0) schedule();
      });
    });
  }

  return {
    async load({ stream, states }) {
      try {
        const body = await copyBytes(
          pool,
          `SELECT body FROM ${table}
           WHERE stream = ${literal(stream)} AND state = ${literal(states.name)} AND version = ${states.version}`,
        );
        return body && decodeSnapshot(states, body);
      } catch (error) {
        warn(error, 'read');
        return null;
      }
    },
    offer(source) {
      due.set(`${source.states.name} ${source.stream}`, () => write(source));
      schedule();
    },
    async flush() {
      while (due.size > 0 && !isClosed) await writeNext();
      await writing;
    },
    async close() {
      isClosed = true;
      endTimer?.();
      await writing;
    },
  };
}
