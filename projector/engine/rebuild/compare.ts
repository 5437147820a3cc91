import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { ClientBase, Pool } from 'pg';
import { type ComparedTables, type RowsHash, readCheckpoints, type Target } from '../live/checkpoints.ts';
import { eventsInOrder, type ReadableStore } from '../live/events-in-order.ts';
import { fill } from '../live/fill.ts';
import type { PoisonEvent } from '../live/fold.ts';
import type { Projection } from '../live/projection.ts';
import { columnNames, createTableSql, physicalName, qualified } from '../tables/read-model-table.ts';
import { slowQuery } from '../tables/schema.ts';
import { type Operating, type OperationOptions, type OperationProgress, operate } from './operation.ts';

const TELL_EVERY_MS = 500;

/** Tells how far each step of an operation is: the database at most every 500 ms. */
export class Progress {
  private events: number;
  private step: { readonly phase: OperationProgress['phase']; readonly began: number; readonly eventsBefore: number };
  private told = Number.NEGATIVE_INFINITY;

  /** @param to.before events that earlier runs have read */
  constructor(
    private readonly to: Pick<Operating, 'tell'> & {
      readonly before?: number;
      readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
    },
    private readonly now = () => systemTimers.monotonic(),
  ) {
    this.events = to.before ?? 0;
    this.step = this.begin('reading');
  }

  /** After a page of events that ends at a position. */
  readonly read = async (events: number, position: bigint, upTo: bigint): Promise<void> => {
    this.events += events;
    await this.show('reading', upTo === 0n ? 1 : Number(position) / Number(upTo));
  };

  /** @param done share of the step, from 0 to 1 */
  async show(phase: OperationProgress['phase'], done: number): Promise<void> {
    if (this.step.phase !== phase) this.step = this.begin(phase);
    const now = this.now();
    const elapsed = now - this.step.began;
    const left = done > 0 ? (1 - done) / done : null;
    const progress = {
      phase,
      percent: Math.round(done * 1000) / 10,
      events: this.events,
      eventsLeft: phase === 'reading' && left !== null ? Math.round(this.events * left) : 0,
      eventsPerSecond: Math.round(((this.events - this.step.eventsBefore) * 1000) / Math.max(elapsed, 1)),
      secondsLeft: left === null || elapsed < TELL_EVERY_MS ? null : Math.ceil((elapsed * left) / 1000),
    };
    this.to.onProgress?.(progress);
    if (now - this.told < TELL_EVERY_MS) return;
    this.told = now;
    await this.to.tell(progress);
  }

  private begin(phase: OperationProgress['phase']) {
    return { phase, began: this.now(), eventsBefore: this.events };
  }
}

/** The rows of a serving table and of a copy that has seen the same events. */
interface Comparison extends Omit<ComparedTables, 'position'> {
  readonly target: Target;
  readonly position: bigint;
}

/**
 * Compares hashes of all rows of copies with those of the serving tables. The live projector may run meanwhile: the live rows are
 * hashed in one snapshot together with their checkpoints, up to which the copies are filled afterwards.
 * @param copies none is further than its serving table
 */
export async function compareWithLive(
  options: {
    readonly store: OrderedStore;
    readonly pool: Pool;
    readonly signal: AbortSignal;
    readonly progress: Progress;
  },
  copies: readonly Target[],
): Promise<{ readonly compared: readonly Comparison[]; readonly stopped: readonly PoisonEvent[] }> {
  const { pool, progress } = options;
  const hashes = await hashLive(pool, copies);
  const compared: Comparison[] = [];
  const stopped: PoisonEvent[] = [];
  for (const upTo of new Set(hashes.map(({ position }) => position))) {
    const same = hashes.filter(({ position }) => position === upTo);
    const filled = await fill(
      { ...options, upTo, onPage: progress.read },
      same.map(({ target }) => target),
    );
    stopped.push(...filled.stopped);
    for (const { target, live, position } of same) {
      const { projection, relation } = target;
      if (filled.stopped.some((poison) => poison.projection === projection.name)) continue;
      const copy = await inTransaction(pool, (client) => hashRows(client, projection, relation));
      compared.push({ target, position, live, copy, identical: live.rows === copy.rows && live.hash === copy.hash });
      await progress.show('comparing', compared.length / hashes.length);
    }
  }
  return { compared, stopped };
}

async function hashLive(pool: Pool, copies: readonly Target[]) {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const checkpoints = await readCheckpoints(client);
    const hashes = [];
    for (const target of copies) {
      const { name, version } = target.projection;
      const own = checkpoints.find((each) => each.name === name && each.version === version && each.serving);
      if (own === undefined) throw new Error(`${name} version ${version} was never filled`);
      hashes.push({ target, position: own.position, live: await hashRows(client, target.projection, own.relation) });
    }
    return hashes;
  });
}

/** Call it in a transaction: it sets session settings, on which the text of a time depends, for the transaction. */
async function hashRows(client: ClientBase, projection: Projection, relation: string): Promise<RowsHash> {
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL statement_timeout = 0`);
  const row = columnNames(projection.table).join(', ');
  const { rows } = await slowQuery<{ rows: number; hash: string | null }>(
    client,
    `SELECT count(*)::integer AS rows,
       md5(string_agg(md5(ROW(${row})::text), '' ORDER BY ${projection.table.key}::text COLLATE "C")) AS hash
     FROM ${qualified(relation)}`,
  );
  return { rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '' };
}

/** Both were compared at `position`. */
export interface Verification extends Pick<Comparison, 'position' | 'live' | 'identical'> {
  readonly name: string;
  readonly replayed: RowsHash;
}

/**
 * Replays the events up to each read model's checkpoint into temporary tables and compares all rows.
 * @throws PoisonEvent for an event that a read model cannot take; OperationUnderWay
 */
export async function verifyAll(
  options: OperationOptions & { readonly store: ReadableStore; readonly projections: readonly Projection[] },
): Promise<readonly Verification[]> {
  const { pool, projections } = options;
  const what = projections.length === 1 ? `verification of ${projections[0]?.name}` : 'verification';
  const copies = projections.map((projection) => ({
    projection,
    relation: physicalName(projection.table, projection.version, '__verify'),
    position: 0n,
    status: null,
  }));
  const drop = async () => {
    for (const { relation } of copies) await pool.query(`DROP TABLE IF EXISTS ${qualified(relation)}`);
  };
  return operate({ ...options, what }, async ({ signal, tell }) => {
    const store = eventsInOrder(options.store, pool);
    const progress = new Progress({ tell, onProgress: options.onProgress });
    try {
      await drop();
      for (const { projection, relation } of copies) await pool.query(createTableSql(projection.table, relation));
      const { compared, stopped } = await compareWithLive({ store, pool, signal, progress }, copies);
      if (stopped[0]) throw stopped[0];
      return compared.map(({ target, position, live, copy, identical }) => {
        return { name: target.projection.name, position, live, replayed: copy, identical };
      });
    } finally {
      await drop().catch(() => {});
    }
  });
}
