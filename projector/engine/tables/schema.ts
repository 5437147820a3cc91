import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { createSchemaSql } from '@perktree/platform/postgres/create-schema';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { CREATE_FENCE_SQL } from '../leases/fence.ts';
import { type Checkpoint, readCheckpoints } from '../live/checkpoints.ts';
import type { Projection } from '../live/projection.ts';
import { ensureBookkeeping } from './bookkeeping.ts';
import { ensureNameCollation } from './name-collation.ts';
import {
  createIndexSql,
  createTableSql,
  createViewSql,
  physicalName,
  qualified,
  type ReadModelTable,
} from './read-model-table.ts';

/** An advisory lock of our own ("proj" in ASCII): processes that start at once prepare the schema one by one. */
const SCHEMA_LOCK = 0x70726f6a;

/**
 * Creates missing schema objects: schema, tables, indexes, views, checkpoints at 0. The leader fills a newer version of a read
 * model as a copy, while readers use the old one. Failed read models are retried.
 * @returns the names of read models that a newer version serves: this one leaves them alone, as both versions may be running
 */
export async function ensureReadModels(pool: Pool, projections: readonly Projection[]): Promise<readonly string[]> {
  const checkpoints = await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    // Building a new index of a full table may take long.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(createSchemaSql(READ_MODEL_SCHEMA));
    await ensureNameCollation(client);
    await ensureBookkeeping(client);
    await client.query(CREATE_FENCE_SQL);
    const checkpoints = await readCheckpoints(client);
    const hasEvents = checkpoints.some(({ position }) => position > 0n);
    for (const projection of projections) {
      const known = checkpoints.filter(({ name }) => name === projection.name);
      await ensureReadModel(client, projection, known, hasEvents);
    }
    return checkpoints;
  });
  await dropReplacedIndexes(pool, projections);
  return projections
    .filter(({ name, version }) =>
      checkpoints.some((each) => each.serving && each.name === name && each.version > version),
    )
    .map(({ name }) => name);
}

async function ensureReadModel(
  client: PoolClient,
  projection: Projection,
  known: readonly Checkpoint[],
  hasEvents: boolean,
): Promise<void> {
  const { version, table } = projection;
  const serving = known.find((each) => each.serving);
  if (serving === undefined) {
    const relation = physicalName(table, version);
    // Reads wait for live read models: for a new one they would wait until a process that knows it leads.
    await createTable(client, projection, relation, { status: hasEvents ? 'filling' : 'live', serving: true });
    await createIndexes(client, table, relation);
    await client.query(createViewSql(table, relation));
    return;
  }
  const isServing = serving.version === version;
  const failed = known.find(
    (each) => each.version === version && each.status === 'failed' && each.serving === isServing,
  );
  if (failed && version >= serving.version) await setFilling(client, failed.relation);
  if (!isServing) return;
  await keepPagesFree(client, table, serving.relation);
  await createMissingIndexes(client, table, serving.relation);
}

/** A name for another table of a read model. @param known the checkpoints of its tables */
export function freeName({ version, table }: Projection, known: readonly Checkpoint[]): string {
  const taken = new Set(known.map(({ relation }) => relation));
  for (let number = 1; ; number += 1) {
    const relation = physicalName(table, version, number === 1 ? '' : `_${number}`);
    if (!taken.has(relation)) return relation;
  }
}

/** Creates a read model's table with no index but the primary key, and its checkpoint at 0. */
export async function createTable(
  client: PoolClient,
  { name, version, table }: Projection,
  relation: string,
  { status, serving }: Pick<Checkpoint, 'status' | 'serving'>,
): Promise<void> {
  await client.query(createTableSql(table, relation));
  await client.query(
    `INSERT INTO ${PROJECTIONS_TABLE} (name, version, status, relation, serving) VALUES ($1, $2, $3, $4, $5)`,
    [name, version, status, relation, serving],
  );
}

/** Lets a read model catch up from its position, and retries the event that had stopped it. */
async function setFilling(client: PoolClient, relation: string): Promise<void> {
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET status = 'filling', failed_event_id = NULL, error = NULL, updated_at = now()
     WHERE relation = $1`,
    [relation],
  );
}

/**
 * Creates indexes that were added after the table. Checks their names first: `IF NOT EXISTS` alone would wait for writers to
 * the table at every start.
 */
async function createMissingIndexes(client: PoolClient, table: ReadModelTable, relation: string): Promise<void> {
  const { rows } = await client.query<{ indexname: string }>(
    'SELECT indexname FROM pg_indexes WHERE schemaname = $1 AND tablename = $2',
    [READ_MODEL_SCHEMA, relation],
  );
  const there = new Set(rows.map(({ indexname }) => indexname));
  const indexes = table.indexes.filter(({ name }) => !there.has(`${relation}_${name}`));
  await createIndexes(client, { ...table, indexes }, relation);
}

/** Drops replaced indexes one by one: dropping two at once could deadlock with a reader of both tables. */
async function dropReplacedIndexes(pool: Pool, projections: readonly Projection[]): Promise<void> {
  const checkpoints = await readCheckpoints(pool);
  const replaced = projections.flatMap(({ name, version, table }) => {
    const serving = checkpoints.find((each) => each.serving && each.name === name && each.version === version);
    const names = table.indexes.flatMap(({ replaces }) => replaces ?? []);
    return serving === undefined ? [] : names.map((each) => `${serving.relation}_${each}`);
  });
  const { rows } = await pool.query<{ indexname: string }>(
    'SELECT indexname FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY($2)',
    [READ_MODEL_SCHEMA, replaced],
  );
  for (const { indexname } of rows) await pool.query(`DROP INDEX IF EXISTS ${qualified(indexname)}`);
}

/** Sets the fill factor of tables from earlier versions. */
async function keepPagesFree(client: PoolClient, { fillFactor }: ReadModelTable, relation: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass($1) AND $2 = ANY(coalesce(reloptions, ARRAY['fillfactor=100']))`,
    [qualified(relation), `fillfactor=${fillFactor}`],
  );
  if (rowCount === 0) await client.query(`ALTER TABLE ${qualified(relation)} SET (fillfactor = ${fillFactor})`);
}

async function createIndexes(client: PoolClient, table: ReadModelTable, relation: string): Promise<void> {
  for (const index of table.indexes) await slowQuery(client, createIndexSql(relation, index));
}

/** In milliseconds. A dead connection is detected by its socket long before. */
const MAX_QUERY_MS = 4 * HOUR_MS;

/**
 * A statement whose time grows with the tables, and so exceeds the client timeout of the pool's connections. The caller lifts
 * the server's own limit by `statement_timeout`.
 */
export function slowQuery<Row extends QueryResultRow>(client: ClientBase, text: string): Promise<QueryResult<Row>> {
  const query = { text, query_timeout: MAX_QUERY_MS };
  return client.query<Row>(query);
}
