import { createReadModelWait } from '@perktree/command-service/http/lookups/projected';
import type { EventStore } from '@perktree/event-store/port';
import { readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import type { Pool } from 'pg';

/** Longest wait for the read models, in milliseconds. */
const PROJECTED_MS = 60_000;
const MAX_POSITION = 2n ** 63n - 1n;

/** Waits until all read models have everything that is stored when it is called. */
export function waitForReadModels(store: EventStore, pool: Pool): () => Promise<void> {
  return createReadModelWait({ head: () => store.head(), reached: () => reachedBy(pool), boundMs: PROJECTED_MS });
}

/** The lowest position of all read models. @throws Error if one has stopped */
async function reachedBy(pool: Pool): Promise<bigint> {
  const checkpoints = await readCheckpoints(pool);
  const stopped = checkpoints.find(({ status }) => status !== 'live');
  if (stopped) throw new Error(`${stopped.name} is ${stopped.status} at ${stopped.position}: ${stopped.error}`);
  return checkpoints.reduce((least, { position }) => (position < least ? position : least), MAX_POSITION);
}
