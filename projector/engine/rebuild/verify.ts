import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { readCheckpoints } from '../live/checkpoints.ts';
import { eventsInOrder, type ReadableStore } from '../live/events-in-order.ts';
import type { Projection } from '../live/projection.ts';
import { createTableSql, physicalName, qualified } from '../tables/read-model-table.ts';
import { Estimate, type WrittenRows } from './estimate.ts';
import { fill } from './fill.ts';
import { hashRows, type RowsHash } from './hash-rows.ts';
import { type OperationProgress, operate } from './operation.ts';

export interface Verification {
  readonly name: string;
  /** The position at which both were compared. */
  readonly position: bigint;
  readonly live: RowsHash;
  readonly replayed: RowsHash;
  readonly identical: boolean;
}

export interface VerifyOptions {
  readonly store: ReadableStore;
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly holder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the operation has the lock. */
  readonly onBegin?: (() => void) | undefined;
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
}

const SUFFIX = '__verify';
const TELL_EVERY_MS = 500;

/**
 * Replays the events up to each read model's checkpoint into temporary tables and compares hashes of all rows. The live
 * projector may run meanwhile: the live rows are hashed in one snapshot together with their checkpoints.
 * @throws PoisonEvent for an event that a read model cannot take; OperationUnderWay
 */
export async function verifyAll(options: VerifyOptions): Promise<readonly Verification[]> {
  const { pool, projections, holder, signal, onBegin } = options;
  const what = projections.length === 1 ? `verification of ${projections[0]?.name}` : 'verification';
  return operate({ pool, what, holder, signal, onBegin }, async (operating) => {
    const live = await hashLive(pool, projections);
    const result: Verification[] = [];
    for (const position of new Set(live.map((each) => each.position))) {
      const same = live.filter((each) => each.position === position);
      const replayed = await hashReplay(
        { ...options, ...operating },
        same.map(({ projection }) => projection),
        position,
      );
      for (const [index, { projection, hash }] of same.entries()) {
        const other = replayed[index] ?? { rows: 0, hash: '' };
        const identical = other.rows === hash.rows && other.hash === hash.hash;
        result.push({ name: projection.name, position, live: hash, replayed: other, identical });
      }
    }
    return result;
  });
}

async function hashLive(pool: Pool, projections: readonly Projection[]) {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const checkpoints = await readCheckpoints(client);
    const hashes = [];
    for (const projection of projections) {
      const { name, version } = projection;
      const own = checkpoints.find((each) => each.name === name && each.version === version && each.serving);
      if (own === undefined) throw new Error(`${name} version ${version} was never filled`);
      hashes.push({ projection, position: own.position, hash: await hashRows(client, projection, own.relation) });
    }
    return hashes;
  });
}

async function hashReplay(
  options: VerifyOptions & { tell(progress: OperationProgress): Promise<void> },
  projections: readonly Projection[],
  upTo: bigint,
): Promise<readonly RowsHash[]> {
  const { pool, signal, onProgress, tell } = options;
  const store = eventsInOrder(options.store, pool);
  const targets = projections.map((projection) => ({
    projection,
    relation: physicalName(projection.table, projection.version, SUFFIX),
    position: 0n,
    kept: false,
  }));
  const drop = async () => {
    for (const { relation } of targets) await pool.query(`DROP TABLE IF EXISTS ${qualified(relation)}`);
  };
  const estimate = new Estimate({ now: () => systemTimers.monotonic(), from: 0n, head: upTo, before: 0 });
  const onChunk = async (events: number, position: bigint, { rows }: WrittenRows) => {
    estimate.read(events, position, { rows, entries: 0 });
    onProgress?.(estimate.progress());
    if (systemTimers.monotonic() - told < TELL_EVERY_MS) return;
    told = systemTimers.monotonic();
    await tell(estimate.progress());
  };
  let told = 0;
  try {
    await drop();
    for (const { projection, relation } of targets) await pool.query(createTableSql(projection.table, relation));
    const { stopped } = await fill({ store, pool, upTo, signal, onChunk }, targets);
    if (stopped[0]) throw stopped[0];
    return await inTransaction(pool, async (client) => {
      const hashes = [];
      for (const { projection, relation } of targets) hashes.push(await hashRows(client, projection, relation));
      return hashes;
    });
  } finally {
    await drop().catch(() => {});
  }
}
