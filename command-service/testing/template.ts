import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import type { Template } from '@perktree/platform/postgres/test-database';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '../migrations.ts';

/** A database with the tables of the event store and the command service. */
export const commandServiceTemplate: Template = {
  name: 'command_service',
  prepare: async (connectionString) => {
    const eventStore = { service: 'event_store', schema: EVENT_STORE_SCHEMA, migrations: eventStoreMigrations };
    await runMigrations({ connectionString, ...eventStore });
    const own = { service: 'command_service', schema: COMMAND_SERVICE_SCHEMA, migrations: commandServiceMigrations };
    await runMigrations({ connectionString, ...own });
  },
};
