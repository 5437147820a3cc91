import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '@perktree/projector/catalogue';
import type { Projection } from '@perktree/projector/engine/live/projection';
import {
  columnNames,
  createIndexSql,
  createTableSql,
  qualified,
} from '@perktree/projector/engine/tables/read-model-table';
import type { Pool, PoolClient } from 'pg';
import { copyFromFile, copyToFile } from './copy-rows.ts';
import type { Spent } from './order.ts';
import { timed } from './timed.ts';

const columnsOf = ({ table }: Projection) => columnNames(table).join(', ');

/**
 * How long Postgres takes to COPY the finished rows of all read models from files, one table after the other: a lower bound
 * for everything that has to compute the rows first.
 * @param indexes created before the rows are copied, or afterwards together with the primary keys
 */
export async function copyFinishedRows(
  pool: Pool,
  indexes: 'before' | 'afterwards',
  postgresPid: number,
): Promise<Spent> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-bench-rows-'));
  const client = await pool.connect();
  const all = { ms: 0, nodeMs: 0, postgresMs: 0 };
  try {
    for (const projection of projections) {
      const file = join(folder, projection.name);
      const rows = `SELECT ${columnsOf(projection)} FROM ${qualified(projection.name)} ORDER BY position`;
      await copyToFile(client, `(${rows})`, file);
      const spent = await copyInto(client, projection, file, { indexes, postgresPid });
      all.ms += spent.ms;
      all.nodeMs += spent.nodeMs;
      all.postgresMs += spent.postgresMs;
      rmSync(file);
    }
  } finally {
    client.release(true);
    rmSync(folder, { recursive: true, force: true });
  }
  return all;
}

async function copyInto(
  client: PoolClient,
  projection: Projection,
  file: string,
  { indexes, postgresPid }: { readonly indexes: 'before' | 'afterwards'; readonly postgresPid: number },
): Promise<Spent> {
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
      return await timed(postgresPid, copy);
    }
    await client.query(createTableSql(table, relation).replace(' PRIMARY KEY', ' NOT NULL'));
    return await timed(postgresPid, async () => {
      await copy();
      await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY (${table.key})`);
      await createIndexes();
    });
  } finally {
    await client.query(`DROP TABLE IF EXISTS ${name}`);
  }
}
