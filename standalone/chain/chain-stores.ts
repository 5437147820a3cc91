import type { EventStore } from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from '../configuration.ts';
import { openForOperator } from '../operate/open-for-operator.ts';

export interface ChainStores {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Postgres numbers events from 1 on without gaps; EventStoreDB does not. */
  readonly positionsAreNumbers: boolean;
  close(): Promise<void>;
}

/** The events, wherever they are, and the record of their chain, beside a product that runs or without one. */
export async function openChainStores(configuration: Configuration, logger: FastifyBaseLogger): Promise<ChainStores> {
  const { pool, store, close } = await openForOperator(configuration, logger);
  const { eventStoreUrl: url } = configuration;
  if (url === null) return { store, pool, positionsAreNumbers: true, close };
  const { openEventStoreDb } = await import('@perktree/event-store/eventstoredb/event-store-db');
  const events = openEventStoreDb({ url, applicationName: 'perktree-operator', logger });
  return {
    ...{ store: events, pool, positionsAreNumbers: false },
    async close() {
      await events.close();
      await close();
    },
  };
}
