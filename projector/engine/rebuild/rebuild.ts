import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { CheckpointMoved, readCheckpoints } from '../live/checkpoints.ts';
import { eventsInOrder, type ReadableStore } from '../live/events-in-order.ts';
import type { Projection } from '../live/projection.ts';
import { COSTS_TABLE } from '../tables/bookkeeping.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { type ComparedTables, compareWithLive } from './compare.ts';
import { type Copy, dropRelations, openCopies, unfinishedCopies } from './copies.ts';
import type { Costs } from './estimate.ts';
import { Estimate, type WrittenRows } from './estimate.ts';
import { fill, leastPosition } from './fill.ts';
import { finishTables } from './finish-tables.ts';
import { type Operating, type OperationProgress, operate } from './operation.ts';
import { swapIn } from './swap.ts';

/** Costs measured by earlier rebuilds of this database; null before the first one. */
async function readCosts(pool: Pool): Promise<Costs | null> {
  const { rows } = await pool.query<{ costs: string }>(`SELECT costs FROM ${COSTS_TABLE}`);
  const costs = rows[0]?.costs;
  return costs ? (JSON.parse(costs) as Costs) : null;
}

/** Stores costs for later rebuilds. @param costs null leaves them unchanged */
async function keepCosts(pool: Pool, costs: Costs | null): Promise<void> {
  if (costs === null) return;
  await pool.query(`INSERT INTO ${COSTS_TABLE} (costs) VALUES ($1) ON CONFLICT (one) DO UPDATE SET costs = $1`, [
    JSON.stringify(costs),
  ]);
}

/** When a rebuilt copy is swapped in: if its rows are identical to the live table's, always, or never. */
export type SwapWhen = 'identical' | 'always' | 'never';

export interface RebuildOptions {
  readonly store: ReadableStore;
  readonly pool: Pool;
  /** The read models to rebuild. */
  readonly projections: readonly Projection[];
  /** Default `identical`. A read model without a live table in this version is always swapped. */
  readonly swap?: SwapWhen;
  /** Start from the first event, even if an earlier run was interrupted. */
  readonly fresh?: boolean;
  /** Names the operator to other callers, who are refused during the rebuild. */
  readonly holder?: string | undefined;
  /** Stops it between two transactions; a repeated call continues from there. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the operation has the lock. */
  readonly onBegin?: (() => void) | undefined;
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
  /** Most events of a transaction. Default: see `fill`. */
  readonly chunkSize?: number | undefined;
}

export interface Rebuilt {
  readonly name: string;
  readonly version: number;
  /** `ready` and `different` wait for a swap: the rows of a `different` copy are not those of the live table. */
  readonly outcome: 'swapped' | 'ready' | 'different' | 'failed';
  readonly position: bigint;
  /** Number of events read by this run and earlier ones. */
  readonly events: number;
  /** Null without a live table to compare with. */
  readonly compared: ComparedTables | null;
  /** The event that failed and the reason; null if the rebuild did not fail. */
  readonly error: string | null;
}

/** So few remaining events can be applied while the projectors are blocked. */
const FEW = 500;
const MOST_ROUNDS = 20;

/**
 * Rebuilds read models from the events into copies, while readers and the live projector use the old tables. Then it compares
 * the copies with the old tables at the same position, and swaps those that `swap` permits. The old tables stay until they are
 * dropped. A read model that fails at an event does not affect the others. After an interruption, the next call continues.
 * @throws OperationUnderWay
 */
export async function rebuild(options: RebuildOptions): Promise<readonly Rebuilt[]> {
  const { pool, projections, holder, signal, onBegin } = options;
  const what = `rebuild of ${projections.length === 1 ? projections[0]?.name : `${projections.length} read models`}`;
  await ensureReadModels(pool, projections);
  return operate({ pool, what, holder, signal, onBegin }, async (operating) => {
    if (options.fresh) {
      const begun = await unfinishedCopies(pool, projections);
      await dropRelations(
        pool,
        begun.map(({ relation }) => relation),
      );
    }
    const copies = await openCopies(pool, projections);
    return run({ ...options, ...operating, store: eventsInOrder(options.store, pool) }, copies);
  });
}

type Run = Omit<RebuildOptions, 'store'> & Operating & { readonly store: OrderedStore };

async function run(options: Run, copies: readonly Copy[]): Promise<readonly Rebuilt[]> {
  const { store, pool, swap = 'identical' } = options;
  const head = await store.head();
  const from = leastPosition(copies) ?? head;
  // Reading begins at the copy that is furthest behind.
  const before = copies.length > 0 ? Math.min(...copies.map(({ events }) => events)) : 0;
  const costs = await readCosts(pool);
  const live = (await readCheckpoints(pool)).filter(
    ({ serving, status, position }) => serving && status === 'live' && position > 0n,
  );
  const compares = copies.some(({ projection: { name, version } }) =>
    live.some((each) => each.name === name && each.version === version),
  );
  const estimate = new Estimate({ now: () => systemTimers.monotonic(), from, head, before, costs, compares });
  const tell = progressReporter(options, estimate);

  let running = await readToTheEnd(options, copies, async (events, position, written) => {
    estimate.read(events, position, written);
    await tell();
  });
  estimate.goOn('indexing', 0);
  await finishTables(pool, running, async (done) => {
    estimate.goOn('indexing', done);
    await tell();
  });
  running = await readToTheEnd(options, running);
  const compared = await compareWithLive(options, running, async (done) => {
    estimate.goOn('comparing', done);
    await tell();
  });
  const differs = ({ relation }: Copy) => compared.get(relation)?.identical === false;
  await pool.query(`UPDATE ${PROJECTIONS_TABLE} SET status = 'ready' WHERE relation = ANY($1) AND status = 'filling'`, [
    running.map(({ relation }) => relation),
  ]);
  const taking = swap === 'never' ? [] : running.filter((copy) => swap === 'always' || !differs(copy));
  estimate.goOn('swapping', 0);
  await tell();
  await keepCosts(pool, estimate.learned());
  const swapped = taking.length > 0 ? await swapIn(options, taking) : [];
  return report(pool, copies, compared, new Set(swapped.map(({ relation }) => relation)));
}

/** Reports progress, to the database at most every 500 ms. */
function progressReporter({ onProgress, tell }: Run, estimate: Estimate): () => Promise<void> {
  let told = 0;
  return async () => {
    const progress = estimate.progress();
    onProgress?.(progress);
    if (systemTimers.monotonic() - told < 500) return;
    told = systemTimers.monotonic();
    await tell(progress);
  };
}

/** Runs until few events are left, while other processes append. */
async function readToTheEnd(
  options: Run,
  copies: readonly Copy[],
  onChunk?: (events: number, position: bigint, written: WrittenRows) => Promise<void>,
): Promise<readonly Copy[]> {
  let running = copies;
  for (let round = 0; round < MOST_ROUNDS && running.length > 0; round += 1) {
    let read = 0;
    const count = async (events: number, position: bigint, written: WrittenRows) => {
      read += events;
      await onChunk?.(events, position, written);
    };
    const { targets } = await fill({ ...options, upTo: await options.store.head(), onChunk: count }, running);
    running = targets as readonly Copy[];
    options.signal.throwIfAborted();
    if (read < FEW) break;
  }
  return running;
}

async function report(
  pool: Pool,
  copies: readonly Copy[],
  compared: ReadonlyMap<string, ComparedTables>,
  /** Tables that serve now. */
  swapped: ReadonlySet<string>,
): Promise<readonly Rebuilt[]> {
  const checkpoints = await readCheckpoints(pool);
  const { rows } = await pool.query<{ relation: string; events: string }>(
    `SELECT relation, events FROM ${PROJECTIONS_TABLE}`,
  );
  return copies.map((copy) => {
    const own = checkpoints.find(({ relation }) => relation === copy.relation);
    if (own === undefined) throw new CheckpointMoved();
    const { name, version, position, error } = own;
    // After the swap, an operator or a poison event may stop it: that is no failure of the rebuild.
    const failed = own.status === 'failed' && !own.serving;
    const waits = compared.get(copy.relation)?.identical === false ? 'different' : 'ready';
    return {
      name,
      version,
      position,
      error: failed ? error : null,
      outcome: failed ? 'failed' : swapped.has(copy.relation) ? 'swapped' : waits,
      events: Number(rows.find(({ relation }) => relation === copy.relation)?.events ?? 0),
      compared: compared.get(copy.relation) ?? null,
    };
  });
}
