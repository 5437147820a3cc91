import type { EventStore } from '@perktree/event-store/port';
import { systemTimers } from '@perktree/platform/time/timers';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import type { Verification } from '@perktree/projector/engine/rebuild/compare';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { startProductProcessor, verifyProjections } from '@perktree/projector/service';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

const POLL_MS = 100;

interface Stores {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
}

/**
 * Fills the read models and compares them with a second replay, byte for byte.
 * @throws Error that names the event at which a read model stops
 */
export async function buildReadModels(stores: Stores): Promise<readonly Verification[]> {
  await fillReadModels(stores);
  return verifyProjections(stores);
}

/**
 * Brings the read models up to the last event, or waits for the projector of a running product to do so.
 * @throws Error that names the event at which a read model stops
 */
export async function fillReadModels({ store, pool, logger }: Stores): Promise<void> {
  await ensureReadModels(pool, projections);
  const processor = startProductProcessor({ store, pool, logger });
  try {
    for (;;) {
      const { behind, failed } = await projectorLag({ store, pool });
      const [stopped] = failed;
      if (stopped)
        throw new Error(`The read model ${stopped.name} stopped at event ${stopped.eventId}: ${stopped.error}`);
      if (behind === 0n) break;
      await systemTimers.sleep(POLL_MS);
    }
  } finally {
    await processor.stop();
  }
}
