import { eventStoreTemplate } from '@perktree/event-store/testing/template';
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
    await eventStoreTemplate.prepare(connectionString);
    const own = { service: 'command_service', schema: COMMAND_SERVICE_SCHEMA, migrations: commandServiceMigrations };
    await runMigrations({ connectionString, ...own });
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await ensureReadModels(pool, projections);
    await pool.end();
  },
};
