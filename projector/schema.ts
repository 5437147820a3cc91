import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/read-models';
import type { Pool, PoolClient } from 'pg';
import { CREATE_PROJECTIONS_SQL } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import {
  createIndexSql,
  createTableSql,
  createViewSql,
  physicalName,
  qualified,
  type ReadModelTable,
} from './read-model-table.ts';
import { inTransaction } from './transaction.ts';

/** An advisory lock of our own ("proj" in ASCII): processes that start at once prepare the schema one by one. */
const SCHEMA_LOCK = 0x70726f6a;

/**
 * Makes what is missing: schema, tables, indexes, views, checkpoints at 0. A version of a read model that is new where an
 * older one is live begins as `filling`, and readers go on with the old one. What failed before is tried again.
 */
export async function ensureReadModels(pool: Pool, projections: readonly Projection[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    // An index that is new to a full table takes its time.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${READ_MODEL_SCHEMA}`);
    await client.query(CREATE_PROJECTIONS_SQL);
    for (const projection of projections) await ensureReadModel(client, projection);
  });
}

async function ensureReadModel(client: PoolClient, { name, version, table }: Projection): Promise<void> {
  const relation = physicalName(table, version);
  const known = await client.query<{ version: number; status: string }>(
    `SELECT version, status FROM ${PROJECTIONS_TABLE} WHERE name = $1`,
    [name],
  );
  const readersHaveAnother = known.rows.some((row) => row.version !== version && row.status !== 'retired');
  const status = readersHaveAnother ? 'filling' : 'live';
  const own = known.rows.find((row) => row.version === version);
  if (own === undefined) {
    await client.query(createTableSql(table, relation));
    await createIndexes(client, table, relation);
    await client.query(`INSERT INTO ${PROJECTIONS_TABLE} (name, version, status) VALUES ($1, $2, $3)`, [
      name,
      version,
      status,
    ]);
    if (status === 'live') await client.query(createViewSql(table, relation));
  } else {
    await createMissingIndexes(client, table, relation);
    if (own.status !== 'failed') return;
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = $3, failed_event_id = NULL, error = NULL WHERE name = $1 AND version = $2`,
      [name, version, status],
    );
  }
}

/**
 * Indexes that were added since the table was made. Asked for by name first: `IF NOT EXISTS` alone would wait for whoever
 * writes to the table, at every start.
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

export async function createIndexes(client: PoolClient, table: ReadModelTable, relation: string): Promise<void> {
  for (const index of table.indexes) await client.query(createIndexSql(relation, index));
}

/** Turns readers over to a version that has caught up with the one they read. @returns whether it was done */
export async function promote(pool: Pool, projection: Projection): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number; status: string; position: string }>(
      `SELECT version, status, position FROM ${PROJECTIONS_TABLE} WHERE name = $1 ORDER BY version FOR UPDATE`,
      [projection.name],
    );
    const own = rows.find((row) => row.version === projection.version);
    if (own?.status !== 'filling') return false;
    const older = rows.filter((row) => row.version !== projection.version && row.status !== 'retired');
    if (older.some((row) => BigInt(row.position) > BigInt(own.position))) return false;
    // Columns of a new version may differ, which CREATE OR REPLACE VIEW refuses.
    await client.query(`DROP VIEW IF EXISTS ${qualified(projection.table.name)}`);
    await client.query(createViewSql(projection.table, physicalName(projection.table, projection.version)));
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = CASE WHEN version = $2 THEN 'live' ELSE 'retired' END
       WHERE name = $1 AND status <> 'retired'`,
      [projection.name, projection.version],
    );
    return true;
  });
}
