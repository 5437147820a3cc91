import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import type { Template } from '@perktree/platform/postgres/testing/test-database';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '../migrations.ts';

/** A database with the tables of the event store, the command service and the read models. */
export const commandServiceTemplate: Template = {
  name: 'command_service',
  prepare: async (connectionString) => {
    const eventStore = { service: 'event_store', schema: EVENT_STORE_SCHEMA, migrations: eventStoreMigrations };
    await runMigrations({ connectionString, ...eventStore });
    const own = { service: 'command_service', schema: COMMAND_SERVICE_SCHEMA, migrations: commandServiceMigrations };
    await runMigrations({ connectionString, ...own });
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await ensureReadModels(pool, projections);
    await pool.end();
  },
};
