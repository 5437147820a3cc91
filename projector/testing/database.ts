import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type Template } from '@perktree/platform/postgres/testing/test-database';
import type { Pool, PoolClient } from 'pg';
import { projections } from '../catalogue.ts';
import type { Projection } from '../engine/live/projection.ts';
import { ensureReadModels } from '../engine/tables/schema.ts';

/** A database with empty read models. */
export const readModelsTemplateOf = (name: string, readModels: readonly Projection[]): Template => ({
  name,
  async prepare(connectionString) {
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await ensureReadModels(pool, readModels);
    await pool.end();
  },
});

/** A database with empty read models and an empty event store. */
export const inlineTemplateOf = (name: string, readModels: readonly Projection[]): Template => ({
  name,
  async prepare(connectionString) {
    const schema = EVENT_STORE_SCHEMA;
    await runMigrations({ connectionString, service: 'event_store', schema, migrations: eventStoreMigrations });
    await readModelsTemplateOf(name, readModels).prepare(connectionString);
  },
});

export const readModelsTemplate = readModelsTemplateOf('read_models', projections);

/** A pool on a database of its own, without tables unless a template has some. */
export async function openTestDatabase(
  template?: Template,
): Promise<{ pool: Pool; connectionString: string; close(): Promise<void> }> {
  const database = await createTestDatabase(template);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'projector-spec', max: 7 });
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_, client) => taken.delete(client));
  return {
    pool,
    connectionString: database.connectionString,
    close: async () => {
      // Those of a test that failed before it released them: the pool would wait for them for ever.
      for (const client of taken) client.release(true);
      await pool.end();
      await database.drop();
    },
  };
}
