import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import { readCheckpoints } from '../live/checkpoints.ts';
import type { Projection } from '../live/projection.ts';
import { qualified } from '../tables/read-model-table.ts';
import { createTable, freeName } from '../tables/schema.ts';
import type { CopyTarget } from './copy-checkpoint.ts';

/** A table that will replace the serving one. */
export interface Copy extends CopyTarget {
  /** Number of events that earlier runs have read into it. */
  readonly events: number;
  /** Whether an earlier run had begun it. */
  readonly resumed: boolean;
}

/** The copies that rebuilds of these read models have left unfinished, or unswapped. */
export async function unfinishedCopies(
  db: Pool | PoolClient,
  projections: readonly Projection[],
): Promise<readonly Copy[]> {
  const { rows } = await db.query<{
    name: string;
    version: number;
    relation: string;
    position: string;
    events: string;
  }>(
    `SELECT DISTINCT ON (name, version) name, version, relation, position, events FROM ${PROJECTIONS_TABLE}
     WHERE NOT serving AND status IN ('filling', 'ready', 'failed') ORDER BY name, version, position DESC`,
  );
  return projections.flatMap((projection) => {
    const own = rows.find(({ name, version }) => name === projection.name && version === projection.version);
    if (own === undefined) return [];
    const { relation, position, events } = own;
    return [{ projection, relation, position: BigInt(position), kept: true, events: Number(events), resumed: true }];
  });
}

/** Continues existing copies, and creates missing ones. */
export async function openCopies(pool: Pool, projections: readonly Projection[]): Promise<readonly Copy[]> {
  return inTransaction(pool, async (client) => {
    const begun = await unfinishedCopies(client, projections);
    await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = 'filling', failed_event_id = NULL, error = NULL, compared = NULL
       WHERE relation = ANY($1)`,
      [begun.map(({ relation }) => relation)],
    );
    const copies: Copy[] = [];
    for (const projection of projections) {
      const known = begun.find((copy) => copy.projection === projection);
      copies.push(known ?? (await createCopy(client, projection)));
    }
    return copies;
  });
}

async function createCopy(client: PoolClient, projection: Projection): Promise<Copy> {
  const known = (await readCheckpoints(client)).filter(({ name }) => name === projection.name);
  const relation = freeName(projection, known);
  await createTable(client, projection, relation, { status: 'filling', serving: false });
  // A vacuum would block the swap. `finishTables` creates the statistics.
  await client.query(`ALTER TABLE ${qualified(relation)} SET (autovacuum_enabled = false)`);
  return { projection, relation, position: 0n, kept: true, events: 0, resumed: false };
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
