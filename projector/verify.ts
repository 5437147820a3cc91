import type { EventStore } from '@perktree/event-store/port';
import type { ClientBase, Pool } from 'pg';
import { projections as allProjections } from './catalogue.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { columnNames, physicalName, qualified } from './read-model-table.ts';
import { createTargets, dropTargets, type ReplayProgress, replay } from './replay.ts';
import { inTransaction } from './transaction.ts';

/** A read model's rows in the order of their keys, as one hash. */
export interface RowsHash {
  readonly rows: number;
  readonly hash: string;
}

export interface Verification {
  readonly name: string;
  /** The position that both were compared at. */
  readonly position: bigint;
  readonly live: RowsHash;
  readonly replayed: RowsHash;
  readonly identical: boolean;
}

const SUFFIX = '__verify';

/**
 * Replays the events up to each read model's checkpoint into tables of their own and compares all rows, byte for byte.
 * The live projector may run meanwhile: the live rows are hashed in one snapshot together with their checkpoints.
 * @throws PoisonEvent, RowsRefused for an event that a read model cannot take
 */
export async function verifyAll(options: {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly projections?: readonly Projection[];
  readonly onProgress?: (progress: ReplayProgress) => void;
}): Promise<readonly Verification[]> {
  const { store, pool, projections = allProjections, onProgress } = options;
  const live = await inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const checkpoints = await readCheckpoints(client);
    const hashes = [];
    for (const projection of projections) {
      const { name, version, table } = projection;
      const own = checkpoints.find((each) => each.name === name && each.version === version);
      if (own === undefined) throw new Error(`${name} version ${version} was never filled`);
      const hash = await hashRows(client, projection, physicalName(table, version));
      hashes.push({ projection, position: own.position, hash });
    }
    return hashes;
  });
  const result: Verification[] = [];
  for (const position of new Set(live.map((each) => each.position))) {
    const same = live.filter((each) => each.position === position);
    const replayed = await hashReplay(
      pool,
      store,
      same.map(({ projection }) => projection),
      position,
      onProgress,
    );
    for (const [index, { projection, hash }] of same.entries()) {
      const other = replayed[index] ?? { rows: 0, hash: '' };
      const identical = other.rows === hash.rows && other.hash === hash.hash;
      result.push({ name: projection.name, position, live: hash, replayed: other, identical });
    }
  }
  return result;
}

async function hashReplay(
  pool: Pool,
  store: EventStore,
  projections: readonly Projection[],
  upTo: bigint,
  onProgress: ((progress: ReplayProgress) => void) | undefined,
): Promise<readonly RowsHash[]> {
  const targets = projections.map((projection) => ({
    projection,
    relation: physicalName(projection.table, projection.version, SUFFIX),
  }));
  try {
    await createTargets(pool, targets);
    await replay({ store, pool, targets, upTo, onProgress });
    return await inTransaction(pool, async (client) => {
      const hashes = [];
      for (const { projection, relation } of targets) hashes.push(await hashRows(client, projection, relation));
      return hashes;
    });
  } finally {
    await dropTargets(pool, targets).catch(() => {});
  }
}

/** Within a transaction, since the text of a time depends on the session's settings. */
async function hashRows(client: ClientBase, projection: Projection, relation: string): Promise<RowsHash> {
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL statement_timeout = 0`);
  const row = columnNames(projection.table).join(', ');
  const { rows } = await client.query<{ rows: number; hash: string | null }>(
    `SELECT count(*)::integer AS rows, md5(string_agg(md5(ROW(${row})::text), '' ORDER BY ${projection.table.shape.key}::text COLLATE "C")) AS hash
     FROM ${qualified(relation)}`,
  );
  return { rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '' };
}
