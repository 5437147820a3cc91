import { createPool } from '@perktree/platform/postgres/pool';
import type { Template } from '@perktree/platform/postgres/testing/test-database';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { migrateAll } from '../../parts/migrate-all.ts';

/** A database with the tables of all services, read models included. */
export const productTemplate: Template = {
  name: 'product',
  async prepare(connectionString) {
    await migrateAll(connectionString);
    const pool = createPool({ connectionString, applicationName: 'template', max: 1 });
    await ensureReadModels(pool, projections);
    await pool.end();
  },
};
