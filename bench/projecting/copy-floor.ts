import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '@perktree/projector/catalogue';
import type { Projection } from '@perktree/projector/projection';
import { columnNames, createIndexSql, createTableSql, qualified } from '@perktree/projector/read-model-table';
import type { Pool, PoolClient } from 'pg';
import { copyFromFile, copyToFile } from './copy-rows.ts';

const columnsOf = ({ table }: Projection) => columnNames(table).join(', ');

/**
 * How long Postgres takes to take the finished rows of all read models by COPY, from files, one table after the other: the
 * floor under everything that has to find out first what the rows are.
 * @param indexes made before the rows come, so that they are kept up to date; or afterwards, primary keys included
 * @returns milliseconds
 */
export async function copyFinishedRows(pool: Pool, indexes: 'before' | 'afterwards'): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-rows-'));
  const client = await pool.connect();
  let ms = 0;
  try {
    for (const projection of projections) {
      const file = join(folder, projection.name);
      const rows = `SELECT ${columnsOf(projection)} FROM ${qualified(projection.name)} ORDER BY position`;
      await copyToFile(client, `(${rows})`, file);
      ms += await copyInto(client, projection, file, indexes);
      rmSync(file);
    }
  } finally {
    client.release(true);
    rmSync(folder, { recursive: true, force: true });
  }
  return ms;
}

async function copyInto(
  client: PoolClient,
  projection: Projection,
  file: string,
  indexes: 'before' | 'afterwards',
): Promise<number> {
  const { table } = projection;
  const relation = `bench_${projection.name}`;
  const name = qualified(relation);
  const createIndexes = async () => {
    for (const index of table.indexes) await client.query(createIndexSql(relation, index));
  };
  const copy = () => copyFromFile(client, `${name} (${columnsOf(projection)})`, file);
  await client.query(`DROP TABLE IF EXISTS ${name}`);
  try {
    if (indexes === 'before') {
      await client.query(createTableSql(table, relation));
      await createIndexes();
      return await timed(copy);
    }
    await client.query(createTableSql(table, relation).replace(' PRIMARY KEY', ' NOT NULL'));
    return await timed(async () => {
      await copy();
      await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY (${table.shape.key})`);
      await createIndexes();
    });
  } finally {
    await client.query(`DROP TABLE IF EXISTS ${name}`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
