import { PROJECTIONS_TABLE, type ReadModelName } from '@perktree/contracts/catalogue/read-models';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { EventStore } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';

export const PROJECTED_POLL_MS = 20;

/**
 * Waits until the read model has everything that was stored before the call. Callers that arrive during a round share the
 * next one, so any number of unknown tokens costs one query of head and checkpoint at a time.
 * @returns a function that throws Refused READ_MODEL_BEHIND after `boundMs`
 */
export function createReadModelWait(options: {
  /** Position of the newest stored event. */
  readonly head: () => Promise<bigint>;
  /** Position that the read model has reached. */
  readonly reached: () => Promise<bigint>;
  /** Longest wait of a round, in milliseconds. */
  readonly boundMs: number;
  readonly timers?: Timers;
}): () => Promise<void> {
  const { timers = systemTimers } = options;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function round(): Promise<void> {
    const deadline = timers.now() + options.boundMs;
    const head = await options.head();
    while ((await options.reached()) < head) {
      if (timers.now() >= deadline) throw new Refused('READ_MODEL_BEHIND');
      await timers.sleep(PROJECTED_POLL_MS);
    }
  }

  function start(): Promise<void> {
    const started = round().finally(() => {
      current = null;
    });
    current = started;
    return started;
  }

  return () => {
    if (current === null) return start();
    // A round that has begun may have read the head too early for this caller.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

const DEFAULT_WAIT_MS = 2_000;
/** Less than the head of an empty store, so that callers wait for a read model that does not exist yet. */
const NOTHING_YET = -1n;

/**
 * Waits until these read models have everything that was stored before the call.
 * @throws Refused READ_MODEL_BEHIND if that takes longer than `waitMs`, or immediately if one of them is paused
 */
export function createProjectedWait(options: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  readonly names: readonly ReadModelName[];
  readonly waitMs?: number;
  readonly timers?: Timers | undefined;
}): () => Promise<void> {
  const { pool, store, names, waitMs = DEFAULT_WAIT_MS, timers = systemTimers } = options;
  return createReadModelWait({
    timers,
    head: () => store.head(),
    reached: async () => {
      const { rows } = await pool.query<{ position: string | null; paused: boolean }>(
        // Null if one of them is missing or has failed.
        `SELECT CASE WHEN count(DISTINCT name) FILTER (WHERE status = 'live') = cardinality($1::text[])
           THEN min(position) FILTER (WHERE status = 'live') END AS position,
           coalesce(bool_or(status = 'paused'), false) AS paused
         FROM ${PROJECTIONS_TABLE} WHERE name = ANY($1)`,
        [names],
      );
      // Refuse immediately: only an operator resumes it, so a caller would wait in vain.
      if (rows[0]?.paused) throw new Refused('READ_MODEL_BEHIND');
      return BigInt(rows[0]?.position ?? NOTHING_YET);
    },
    boundMs: waitMs,
  });
}

/** Finds a row; if it is missing, waits until the read model has caught up, and retries once. */
export async function findProjected<T>(
  find: () => Promise<T | null>,
  projected: () => Promise<void>,
): Promise<T | null> {
  const found = await find();
  if (found !== null) return found;
  await projected();
  return find();
}
