import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool, PoolClient } from 'pg';
import { projections as allProjections } from './catalogue.ts';
import { announcePosition } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { createViewSql, physicalName, qualified } from './read-model-table.ts';
import { createTargets, dropTargets, type ReplayProgress, replay, replayStep, type Target } from './replay.ts';
import { createIndexes, ensureReadModels } from './schema.ts';
import { inTransaction } from './transaction.ts';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Those to rebuild; absent: all. */
  readonly projections?: readonly Projection[];
  readonly onProgress?: (progress: ReplayProgress) => void;
}

/** A table of a rebuild that is under way. */
const SUFFIX = '__rebuild';

/**
 * Rebuilds read models from the events: into fresh tables while readers and the live projector go on with the old ones,
 * then all of them swapped in one transaction. Heals those that had failed. Whatever ends it early, the old tables stay.
 * @returns the position that the rebuilt rows have reached
 * @throws PoisonEvent, RowsRefused for an event that a read model cannot take
 */
export async function rebuildAll(options: RebuildOptions): Promise<bigint> {
  const { store, pool, projections = allProjections, onProgress } = options;
  await ensureReadModels(pool, projections);
  const targets = projections.map((projection) => ({
    projection,
    relation: physicalName(projection.table, projection.version, SUFFIX),
  }));
  try {
    await createTargets(pool, targets);
    const reached = await replay({ store, pool, targets, onProgress });
    return await inTransaction(pool, (client) => finish(client, store, targets, reached));
  } catch (error) {
    await dropTargets(pool, targets).catch(() => {});
    throw error;
  }
}

/**
 * Indexes, what the live projector has done since, and the swap. Locks the checkpoints first, as the live projector does,
 * so that there is an end to what is caught up with here.
 */
async function finish(
  client: PoolClient,
  store: EventStore,
  targets: readonly Target[],
  reached: bigint,
): Promise<bigint> {
  await client.query('SET LOCAL statement_timeout = 0');
  for (const { projection, relation } of targets) await createIndexes(client, projection.table, relation);
  const { rows } = await client.query<{ position: string }>(
    `SELECT greatest($2, max(position)) AS position FROM (
       SELECT position FROM ${PROJECTIONS_TABLE} WHERE name = ANY($1::text[]) ORDER BY name, version FOR UPDATE) AS locked`,
    [targets.map(({ projection }) => projection.name), reached],
  );
  const upTo = BigInt(rows[0]?.position ?? reached);
  let position = reached;
  for (;;) {
    const step = await replayStep(client, store, targets, position, upTo);
    if (step === null) break;
    position = step.position;
  }
  for (const target of targets) await swap(client, target, position);
  await announcePosition(client);
  return position;
}

async function swap(client: PoolClient, { projection, relation }: Target, position: bigint): Promise<void> {
  const { name, version, table } = projection;
  const final = physicalName(table, version);
  const { rows } = await client.query<{ view_is_ours: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM ${PROJECTIONS_TABLE} WHERE name = $1 AND version <> $2 AND status <> 'retired')
       AS view_is_ours`,
    [name, version],
  );
  const viewIsOurs = rows[0]?.view_is_ours === true;
  // The view before the table, in the order in which readers lock them. It follows its table through the renaming.
  if (viewIsOurs) await client.query(createViewSql(table, relation));
  await client.query(`DROP TABLE ${qualified(final)}`);
  await client.query(`ALTER TABLE ${qualified(relation)} RENAME TO ${final}`);
  for (const index of ['pkey', ...table.indexes.map((each) => each.name)]) {
    await client.query(`ALTER INDEX ${qualified(`${relation}_${index}`)} RENAME TO ${final}_${index}`);
  }
  await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET position = $3, status = $4, failed_event_id = NULL, error = NULL, updated_at = now()
     WHERE name = $1 AND version = $2`,
    [name, version, position, viewIsOurs ? 'live' : 'filling'],
  );
}
