import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@perktree/event-store/port';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/lag';
import { startProcessor } from '@perktree/projector/processor';
import { ensureReadModels } from '@perktree/projector/schema';
import { type Verification, verifyAll } from '@perktree/projector/verify';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

const LOOK_EVERY_MS = 100;

interface Stores {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: FastifyBaseLogger;
}

/**
 * Fills the read models from the events, and compares them with another replay, byte for byte.
 * @throws Error that names the event where a read model stops
 */
export async function buildReadModels(stores: Stores): Promise<readonly Verification[]> {
  await fillReadModels(stores);
  return verifyAll(stores);
}

/**
 * Brings the read models up to the last event. Where a product runs beside this, its projector does it.
 * @throws Error that names the event where a read model stops
 */
export async function fillReadModels({ store, pool, logger }: Stores): Promise<void> {
  await ensureReadModels(pool, projections);
  const processor = startProcessor({ store, pool, logger });
  try {
    for (;;) {
      const { behind, failed } = await projectorLag({ store, pool });
      const [stopped] = failed;
      if (stopped)
        throw new Error(`The read model ${stopped.name} stopped at event ${stopped.eventId}: ${stopped.error}`);
      if (behind === 0n) break;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await processor.stop();
  }
}
