import { runMigrations } from '@perktree/platform/postgres/migrate';
import type { Template } from '@perktree/platform/postgres/testing/test-database';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '../postgres/migrations.ts';

/** A database with an empty event store. */
export const eventStoreTemplate = {
  name: 'event_store',
  prepare: async (connectionString) => {
    const own = { service: 'event_store', schema: EVENT_STORE_SCHEMA, migrations: eventStoreMigrations };
    await runMigrations({ connectionString, ...own });
  },
} satisfies Template;
