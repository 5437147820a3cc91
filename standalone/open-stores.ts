import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import type { OpenedParts } from '@perktree/platform/process/run-program';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from './configuration.ts';

export interface Stores {
  /** Read models, accounts, and what commands look up. */
  readonly pool: Pool;
  readonly store: EventStore;
}

/** Connections that all calls share. The event store, the jobs and the listeners have their own few. */
const POOL_SIZE = 12;

/** The event store and a pool of connections; both connect when they are first used. */
export async function openStores(options: {
  readonly configuration: Pick<Configuration, 'eventStoreUrl'>;
  /** Of the Postgres that holds everything but the events of EVENT_STORE_URL. */
  readonly connectionString: string;
  readonly applicationName: string;
  readonly logger: FastifyBaseLogger;
  readonly parts: OpenedParts;
  /** Wraps the store, so that what is asked of it is counted. */
  readonly measured: (store: EventStore) => EventStore;
}): Promise<Stores> {
  const { configuration, connectionString, applicationName, parts, measured } = options;
  const pool = createPool({ connectionString, applicationName, max: POOL_SIZE });
  parts.add(() => pool.end());
  const store = measured(await openEventStore(configuration, options));
  parts.add(() => store.close());
  return { pool, store };
}

/** Where the configuration keeps the events. */
export async function openEventStore(
  { eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>,
  options: { readonly connectionString: string; readonly applicationName: string; readonly logger: FastifyBaseLogger },
): Promise<EventStore> {
  if (eventStoreUrl === null) return createPostgresEventStore(options);
  // Loaded where it is asked for: its client takes half a second and memory that the embedded product has no use for.
  const { openEventStoreDb } = await import('@perktree/event-store/eventstoredb/event-store-db');
  return openEventStoreDb({ url: eventStoreUrl, ...options });
}
