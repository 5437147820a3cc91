import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import { type Followed, readCheckpoints } from '../live/checkpoints.ts';
import { settleAll } from '../live/fill.ts';
import type { Projection } from '../live/projection.ts';
import { createIndexSql, qualified } from '../tables/read-model-table.ts';
import { createTable, freeName, slowQuery } from '../tables/schema.ts';

/** Of copies that a rebuild has not swapped. */
export const UNSWAPPED_STATUSES: readonly string[] = ['filling', 'ready', 'failed'];

/** The copies that rebuilds of these read models have left unfinished, or unswapped. */
export async function unfinishedCopies(
  db: Pool | PoolClient,
  projections: readonly Projection[],
): Promise<readonly Followed[]> {
  const copies = (await readCheckpoints(db))
    .filter(({ serving, status }) => !serving && UNSWAPPED_STATUSES.includes(status))
    .sort((a, b) => (a.position > b.position ? -1 : 1));
  return projections.flatMap((projection) => {
    const own = copies.find(({ name, version }) => name === projection.name && version === projection.version);
    return own === undefined ? [] : { ...own, projection };
  });
}

/** Those of the copies that no event has stopped. */
export const runningCopies = async (pool: Pool, projections: readonly Projection[]): Promise<readonly Followed[]> =>
  (await unfinishedCopies(pool, projections)).filter(({ status }) => status !== 'failed');

/** Continues existing copies, and creates missing ones. */
export async function openCopies(pool: Pool, projections: readonly Projection[]): Promise<readonly Followed[]> {
  return inTransaction(pool, async (client) => {
    const begun = await unfinishedCopies(client, projections);
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = 'filling', failed_event_id = NULL, error = NULL, compared = NULL
       WHERE relation = ANY($1)`,
      [begun.map(({ relation }) => relation)],
    );
    const checkpoints = await readCheckpoints(client);
    for (const projection of projections) {
      if (begun.some((copy) => copy.projection === projection)) continue;
      const relation = freeName(
        projection,
        checkpoints.filter(({ name }) => name === projection.name),
      );
      await createTable(client, projection, relation, { status: 'filling', serving: false });
      // A vacuum would block the swap. `finishTables` creates the statistics.
      await client.query(`ALTER TABLE ${qualified(relation)} SET (autovacuum_enabled = false)`);
    }
    return unfinishedCopies(client, projections);
  });
}

/** Drops tables that do not serve, and their checkpoints. @returns the dropped tables */
export async function dropRelations(pool: Pool, relations: readonly string[]): Promise<readonly string[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ relation: string }>(
      `DELETE FROM ${PROJECTIONS_TABLE} WHERE relation = ANY($1) AND NOT serving RETURNING relation`,
      [relations],
    );
    for (const { relation } of rows) await client.query(`DROP TABLE IF EXISTS ${READ_MODEL_SCHEMA}.${relation}`);
    return rows.map(({ relation }) => relation);
  });
}

/** Number of tables whose indexes are built concurrently. */
const LANES = 2;
/** Memory for sorting index entries, per lane. */
const SORT_MEMORY = '64MB';

/**
 * Builds indexes and statistics of filled tables. Existing indexes are not built again.
 * @param onTable called with the share of the tables that are finished
 */
export async function finishTables(
  pool: Pool,
  copies: readonly Followed[],
  onTable: (done: number) => Promise<void>,
): Promise<void> {
  let done = 0;
  const limit = pLimit(LANES);
  const finish = async ({ projection, relation }: Followed) => {
    await inTransaction(pool, async (client) => {
      await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '${SORT_MEMORY}'`);
      for (const index of projection.table.indexes) await slowQuery(client, createIndexSql(relation, index));
      await client.query(`ALTER TABLE ${qualified(relation)} RESET (autovacuum_enabled)`);
      await slowQuery(client, `ANALYZE ${qualified(relation)}`);
    });
    done += 1;
    await onTable(done / copies.length);
  };
  await settleAll(copies.map((copy) => limit(finish, copy)));
}
