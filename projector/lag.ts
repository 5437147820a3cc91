import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { readCheckpoints } from './checkpoints.ts';

export interface ProjectorLag {
  /** Position of the store's newest event. Measured against it, a projector that stands still cannot look healthy. */
  readonly head: bigint;
  /** What all live read models have reached; null while none is live. */
  readonly reached: bigint | null;
  /** `head` less `reached`: with a store whose positions have no gaps, the number of events to come. */
  readonly behind: bigint;
  /** Read models that stopped at an event, and why. */
  readonly failed: readonly { readonly name: string; readonly eventId: string | null; readonly error: string | null }[];
}

/** How far the read models are behind the store: for `/readyz`, `/metrics` and the bound past which commands slow down. */
export async function projectorLag(options: {
  readonly store: EventStore;
  readonly pool: Pool;
}): Promise<ProjectorLag> {
  const [checkpoints, head] = await Promise.all([readCheckpoints(options.pool), options.store.head()]);
  const live = checkpoints.filter(({ status }) => status === 'live').map(({ position }) => position);
  const reached = live.sort((a, b) => (a < b ? -1 : 1))[0] ?? null;
  return {
    head,
    reached,
    // The head may have been read before an event that the read models have reached by now.
    behind: reached === null || reached > head ? 0n : head - reached,
    failed: checkpoints
      .filter(({ status }) => status === 'failed')
      .map(({ name, failedEventId, error }) => ({ name, eventId: failedEventId, error })),
  };
}
