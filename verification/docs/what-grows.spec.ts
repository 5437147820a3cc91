import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productTemplate } from '@perktree/apps/standalone/testing/product-template';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase } from '@perktree/platform/postgres/test-database';
import { expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/what-grows.md'), 'utf8');

it('docs/reference/what-grows.md says of every table how long its rows stay', async () => {
  const database = await createTestDatabase(productTemplate);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'what-grows', max: 1 });
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT schemaname || '.' || regexp_replace(tablename, '__v\\d+.*$', '') AS name FROM pg_tables
     WHERE schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema' AND tablename !~ '_migrations(_lock)?$'
     ORDER BY name`,
  );
  await pool.end();
  await database.drop();
  const tables = rows.map(({ name }) => name);
  const named = [...page.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(tables);
});
