import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { expect, it } from 'vitest';
import { projections } from '../../catalogue.ts';
import { createIndexSql, physicalName } from './read-model-table.ts';
import { ensureReadModels } from './schema.ts';

const database = await useTestPool();
await ensureReadModels(database.pool, projections);

const collation = async () => {
  const { rows } = await database.pool.query(
    `SELECT collprovider AS provider, collversion = pg_collation_actual_version(oid) AS "isNew"
     FROM pg_collation WHERE oid = to_regcollation($1)`,
    [NAME_COLLATION],
  );
  return rows;
};
const indexFiles = async () => {
  const { rows } = await database.pool.query<{ name: string; file: string }>(
    `SELECT c.relname AS name, pg_relation_filenode(c.oid)::text AS file FROM pg_class c
     WHERE c.relkind = 'i' AND c.relnamespace = 'read_models'::regnamespace`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
};

it('sorts by ICU, in indexes of the lists that have names', async () => {
  expect(await collation()).toEqual([{ provider: 'i', isNew: true }]);
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE to_regcollation($1)::oid = ANY(indcollation)`,
    [NAME_COLLATION],
  );
  expect(rows.map(({ name }) => name.replace(/__v\d+/, '')).sort()).toEqual([
    'read_models.qrs_site_names',
    'read_models.sites_names',
    'read_models.sites_tenant_names',
  ]);
});

it('builds the indexes of names again, and no others, once the server has another ICU', async () => {
  const before = await indexFiles();
  await ensureReadModels(database.pool, projections);
  expect(await indexFiles()).toEqual(before);
  await database.pool.query(
    `DROP COLLATION ${NAME_COLLATION} CASCADE;
     CREATE COLLATION ${NAME_COLLATION} (provider = icu, locale = 'und-u-kn-true', version = '1')`,
  );
  for (const { table, version } of projections) {
    const relation = physicalName(table, version);
    for (const index of table.indexes) await database.pool.query(createIndexSql(relation, index));
  }
  const old = await indexFiles();
  await ensureReadModels(database.pool, projections);
  const after = await indexFiles();
  const changed = [...after].filter(([name, file]) => old.get(name) !== file).map(([name]) => name);
  expect(changed.map((name) => name.replace(/__v\d+/, '')).sort()).toEqual([
    'qrs_site_names',
    'sites_names',
    'sites_tenant_names',
  ]);
  expect(await collation()).toEqual([{ provider: 'i', isNew: true }]);
});
