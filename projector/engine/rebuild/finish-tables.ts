import type { Pool, PoolClient } from 'pg';
import { createIndexSql, qualified } from '../tables/read-model-table.ts';
import { slowQuery } from '../tables/slow-query.ts';
import type { Copy } from './copies.ts';

/** Number of tables whose indexes are built concurrently. */
const LANES = 2;
/** Memory for sorting index entries, per lane. */
const SORT_MEMORY = '64MB';

/**
 * Builds indexes and statistics of filled tables, largest tables first. Existing indexes are not built again.
 * @param onStep called with the progress, from 0 to 1
 */
export async function finishTables(
  pool: Pool,
  copies: readonly Copy[],
  onStep: (done: number) => Promise<void>,
): Promise<void> {
  const sizes = await sizesOf(pool, copies);
  const queue = [...copies].sort((a, b) => sizeOf(sizes, b) - sizeOf(sizes, a));
  // The time of an index grows with its table; statistics use only a sample.
  const weight = (copy: Copy) => sizeOf(sizes, copy) * copy.projection.table.indexes.length;
  const all = copies.reduce((sum, copy) => sum + weight(copy), 0);
  let done = 0;
  const lane = async () => {
    const client = await pool.connect();
    try {
      await client.query(`SET statement_timeout = 0; SET maintenance_work_mem = '${SORT_MEMORY}'`);
      for (let copy = queue.shift(); copy !== undefined; copy = queue.shift()) {
        const each = sizeOf(sizes, copy);
        await finishTable(client, copy, async () => {
          done += each;
          await onStep(Math.min(done / all, 1));
        });
      }
    } catch (error) {
      queue.length = 0;
      throw error;
    } finally {
      client.release(true);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = lanes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function finishTable(
  client: PoolClient,
  { projection, relation }: Copy,
  onIndex: () => Promise<void>,
): Promise<void> {
  for (const index of projection.table.indexes) {
    await slowQuery(client, createIndexSql(relation, index));
    await onIndex();
  }
  await client.query(`ALTER TABLE ${qualified(relation)} RESET (autovacuum_enabled)`);
  await slowQuery(client, `ANALYZE ${qualified(relation)}`);
}

/** Bytes of tables without their indexes, by name. */
async function sizesOf(pool: Pool, copies: readonly Copy[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ relation: string; bytes: string }>(
    'SELECT relation, pg_relation_size(to_regclass(qualified)) AS bytes FROM unnest($1::text[], $2::text[]) AS t(relation, qualified)',
    [copies.map(({ relation }) => relation), copies.map(({ relation }) => qualified(relation))],
  );
  return new Map(rows.map(({ relation, bytes }) => [relation, Number(bytes)]));
}

/** Bytes of a table. One page is added, because an empty table takes time, too. */
const sizeOf = (sizes: ReadonlyMap<string, number>, { relation }: Copy) => (sizes.get(relation) ?? 0) + 8192;
