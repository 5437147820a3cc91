import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type Template } from '@perktree/platform/postgres/test-database';
import type { Pool } from 'pg';
import { ensureReadModels } from '../engine/tables/schema.ts';
import { projections } from '../read-models/catalogue.ts';

/** A database with empty read models. */
export const readModelsTemplate: Template = {
  name: 'read_models',
  async prepare(connectionString) {
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await ensureReadModels(pool, projections);
    await pool.end();
  },
};

/** A database with empty read models and an empty event store. */
export const inlineTemplate: Template = {
  name: 'inline',
  async prepare(connectionString) {
    const schema = EVENT_STORE_SCHEMA;
    await runMigrations({ connectionString, service: 'event_store', schema, migrations: eventStoreMigrations });
    await readModelsTemplate.prepare(connectionString);
  },
};

/** A pool on a database of its own, without tables unless a template has some. */
export async function openTestDatabase(
  template?: Template,
): Promise<{ pool: Pool; connectionString: string; close(): Promise<void> }> {
  const database = await createTestDatabase(template);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'projector-spec', max: 7 });
  return {
    pool,
    connectionString: database.connectionString,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
