import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import type { OpenedParts } from '@perktree/platform/process/run-program';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from './configuration.ts';
import type { Metrics } from './metrics.ts';

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
  /** Counts what is asked of the event store. */
  readonly metrics: Pick<Metrics, 'measured' | 'onBatch'>;
}): Promise<Stores> {
  const { configuration, connectionString, applicationName, logger, parts, metrics } = options;
  const pool = createPool({ connectionString, applicationName, max: POOL_SIZE });
  parts.add(() => pool.end());
  const { onBatch } = metrics;
  const asked = await openEventStore(configuration, { connectionString, applicationName, logger, onBatch });
  const store = metrics.measured(asked);
  parts.add(() => store.close());
  return { pool, store };
}

/** Where the configuration keeps the events. */
export async function openEventStore(
  { eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>,
  options: {
    readonly connectionString: string;
    readonly applicationName: string;
    readonly logger: FastifyBaseLogger;
    readonly onBatch?: (appends: number) => void;
  },
): Promise<EventStore> {
  if (eventStoreUrl === null) return createPostgresEventStore(options);
  // Loaded where it is asked for: its client takes half a second and memory that the embedded product has no use for.
  const { openEventStoreDb } = await import('@perktree/event-store/eventstoredb/event-store-db');
  return openEventStoreDb({ url: eventStoreUrl, ...options });
}
