import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore, type PostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from './configuration/configuration.ts';
import type { ProcessContext } from './http.ts';

export interface Stores {
  /** Connects to the database with read models and accounts. */
  readonly pool: Pool;
  readonly store: EventStore;
  /** Writes rows in the transaction of an append. Only if the events are in Postgres. */
  readonly projectInline?: PostgresEventStore['projectInline'];
}

/** Connections that all calls share. The event store, jobs and listeners have their own. */
const POOL_SIZE = 12;

/** A pool of connections and the event store with metrics; both connect on first use. */
export async function openStores(
  { configuration, logger, parts, metrics }: ProcessContext,
  options: {
    /** Postgres with all data except the events of EVENT_STORE_URL. */
    readonly connectionString: string;
    readonly applicationName: string;
  },
): Promise<Stores> {
  const pool = createPool({ ...options, max: POOL_SIZE });
  parts.add(() => pool.end());
  const opened = await openEventStore(configuration, { ...options, logger, onBatch: metrics.onBatch });
  const store = metrics.measured(opened);
  parts.add(() => store.close());
  return { pool, store, ...('projectInline' in opened ? { projectInline: opened.projectInline } : {}) };
}

export async function openEventStore(
  { eventStoreUrl }: Pick<Configuration, 'eventStoreUrl'>,
  options: {
    readonly connectionString: string;
    readonly applicationName: string;
    readonly logger: FastifyBaseLogger;
    readonly onBatch?: (appends: number) => void;
  },
): Promise<EventStore | PostgresEventStore> {
  if (eventStoreUrl === null) return createPostgresEventStore(options);
  // Load on demand: the client takes 0.5 s to load and uses memory.
  const { openEventStoreDb } = await import('@perktree/event-store/eventstoredb/event-store-db');
  return openEventStoreDb({ url: eventStoreUrl, ...options });
}

/** Measures how far the read models are behind the events. */
export const lagOf =
  ({ pool, store }: Stores) =>
  () =>
    projectorLag({ store, pool });
