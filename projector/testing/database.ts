import { eventStoreTemplate } from '@perktree/event-store/testing/template';
import { createPool } from '@perktree/platform/postgres/pool';
import type { Template } from '@perktree/platform/postgres/testing/test-database';
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
    await eventStoreTemplate.prepare(connectionString);
    await readModelsTemplateOf(name, readModels).prepare(connectionString);
  },
});

export const readModelsTemplate = readModelsTemplateOf('read_models', projections);
