import type { EventMetadata } from '@perktree/contracts/kernel/envelope';
import { eventsBetween } from '@perktree/event-store/events-between';
import type { EventStore } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { readCheckpoints } from './checkpoints.ts';

export interface ProjectorLag {
  /** Position of the store's newest event. Lag against it exposes a stalled projector. */
  readonly head: bigint;
  /** The position that all live read models have reached; null while none is live. */
  readonly reached: bigint | null;
  /** Events behind the head (`eventsBetween`). */
  readonly behind: bigint;
  /** Age of the oldest event that is not projected yet, in seconds; 0 if the head is reached. */
  readonly seconds: number;
  /** Read models that stopped at an event, and why. */
  readonly failed: readonly { readonly name: string; readonly eventId: string | null; readonly error: string | null }[];
  /** Names of read models that an operator has paused. */
  readonly paused: readonly string[];
}

/**
 * How far the read models are behind the store: for `/readyz`, `/metrics` and the limit above which commands are slowed down.
 * Paused read models do not count, so they are named.
 */
export async function projectorLag(options: {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly timers?: Timers;
}): Promise<ProjectorLag> {
  const { store, pool, timers = systemTimers } = options;
  const [checkpoints, head] = await Promise.all([readCheckpoints(pool), store.head()]);
  const live = checkpoints.filter(({ status }) => status === 'live').map(({ position }) => position);
  const reached = live.sort((a, b) => (a < b ? -1 : 1))[0] ?? null;
  // The head may have been read before an event that the read models have reached by now.
  const isThere = reached === null || reached >= head;
  const next = isThere ? undefined : (await store.readAll(reached, 1))[0];
  return {
    head,
    reached,
    // The clock of the machine that recorded it may be ahead of this one.
    seconds: next ? Math.max(0, (timers.now() - Date.parse((next.metadata as EventMetadata).recordedAt)) / 1000) : 0,
    behind: isThere ? 0n : await eventsBetween(store, reached, head),
    failed: checkpoints
      .filter(({ status, serving }) => status === 'failed' && serving)
      .map(({ name, failedEventId, error }) => ({ name, eventId: failedEventId, error })),
    paused: checkpoints.filter(({ status, serving }) => status === 'paused' && serving).map(({ name }) => name),
  };
}
