import { join } from 'node:path';
import { AUDIT_SCHEMA, auditMigrations } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import type { EventStore } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { IDENTITY_SCHEMA, identityMigrations } from '@perktree/identity/migrations';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import type { Migration } from '@perktree/platform/postgres/migrate';
import { onClient } from '@perktree/platform/postgres/on-client';
import { WEBHOOKS_SCHEMA, webhookMigrations } from '@perktree/webhook-service/migrations';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, startOrJoinEmbedded } from '../../parts/database.ts';
import { migrateAll } from '../../parts/migrate-all.ts';
import { migrationsThatRan } from '../backup/contents.ts';

/** The migrations that this version knows, by schema. */
const KNOWN: Readonly<Record<string, readonly Migration[]>> = {
  [EVENT_STORE_SCHEMA]: eventStoreMigrations,
  [COMMAND_SERVICE_SCHEMA]: commandServiceMigrations,
  [IDENTITY_SCHEMA]: identityMigrations,
  [AUDIT_SCHEMA]: auditMigrations,
  [WEBHOOKS_SCHEMA]: webhookMigrations,
};

/**
 * Checks that a database has the tables of this version. It writes nothing: a product of another version may run there.
 * @param name of the database, for messages
 * @throws Error if it has no events, or schemas of an older or newer version
 */
async function refuseOtherTables(connectionString: string, name: string, schemas: readonly string[]): Promise<void> {
  const applicationName = 'perktree-migrate-events';
  const ran = await onClient({ connectionString, applicationName }, migrationsThatRan);
  const ranIn = (schema: string) =>
    ['migrations', 'additive_migrations'].flatMap((kind) => ran[`${schema}.${schema}_${kind}`] ?? []);
  if (ranIn(EVENT_STORE_SCHEMA).length === 0) throw noEvents(name);
  for (const schema of schemas) {
    const names = (KNOWN[schema] ?? []).map((migration) => migration.name);
    const missing = names.find((each) => !ranIn(schema).includes(each));
    if (missing !== undefined) {
      throw new Error(
        `${name} has tables of an older version of PerkTree (${schema} lacks ${missing}): start this version there once, or copy with that version.`,
      );
    }
    const unknown = ranIn(schema).find((each) => !names.includes(each));
    if (unknown !== undefined) {
      throw new Error(
        `${name} has tables of a newer version of PerkTree (${schema} has ${unknown}): copy with that version.`,
      );
    }
  }
}

export const noEvents = (name: string) => new Error(`There are no events in ${name}: is it the right one?`);

/** The source or target of a copy: `embedded` (the database in DATA_DIR), `postgres://…` or `esdb://…`. */
export interface Engine {
  /** For messages, without a password. */
  readonly name: string;
  readonly store: EventStore;
  /** Null: EventStoreDB, which holds only events. */
  readonly connectionString: string | null;
  close(): Promise<void>;
}

interface Surroundings {
  readonly dataDir: string;
  readonly logger: FastifyBaseLogger;
}

/**
 * Opens a source. A product, also of another version, may use it, so its tables are not migrated.
 * @param schemas that the copy reads
 */
export function openSource(
  where: string,
  { dataDir, logger }: Surroundings,
  schemas: readonly string[],
): Promise<Engine> {
  return open(
    where,
    { dataDir, logger },
    () => startOrJoinEmbedded(dataDir, logger),
    async (connectionString, name) => {
      await refuseUnfitServer(connectionString, '--from');
      await refuseOtherTables(connectionString, name, schemas);
    },
  );
}

export function openTarget(where: string, { dataDir, logger }: Surroundings): Promise<Engine> {
  const start = () => startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logger });
  return open(where, { dataDir, logger }, start, (connectionString) => migrateAll(connectionString, '--to'));
}

async function open(
  where: string,
  { dataDir, logger }: Surroundings,
  startEmbedded: () => Promise<Pick<Database, 'connectionString' | 'stop'>>,
  prepare: (connectionString: string, name: string) => Promise<void>,
): Promise<Engine> {
  const name = where === 'embedded' ? `the embedded database in ${dataDir}` : where.replace(/\/\/[^@/]*@/, '//');
  if (/^(esdb|kurrentdb)(\+discover)?:/.test(where)) {
    const store = openEventStoreDb({ url: where, logger });
    return { name, store, connectionString: null, close: () => store.close() };
  }
  if (where !== 'embedded' && !/^postgres(ql)?:/.test(where)) {
    throw new Error('--from and --to take: embedded, postgres://user:password@host/database, or esdb://host:port.');
  }
  const database = where === 'embedded' ? await startEmbedded() : { connectionString: where, stop: async () => {} };
  const { connectionString } = database;
  try {
    await prepare(connectionString, name);
  } catch (error) {
    await database.stop();
    throw error;
  }
  const store = createPostgresEventStore({ connectionString, logger });
  return {
    name,
    store,
    connectionString,
    async close() {
      await store.close();
      await database.stop();
    },
  };
}
