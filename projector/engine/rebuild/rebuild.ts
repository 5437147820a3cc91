import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import {
  type Checkpoint,
  CheckpointMoved,
  type Followed,
  leastPosition,
  readCheckpoints,
} from '../live/checkpoints.ts';
import { eventsInOrder, type ReadableStore } from '../live/events-in-order.ts';
import { fill, fillToTheEnd } from '../live/fill.ts';
import type { Projection } from '../live/projection.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { compareWithLive, Progress } from './compare.ts';
import { dropRelations, finishTables, openCopies, runningCopies, unfinishedCopies } from './copies.ts';
import { type Operating, type OperationOptions, operate } from './operation.ts';
import { swapIn } from './swap.ts';

/** When a rebuilt copy is swapped in: if its rows are identical to the live table's, always, or never. */
export type SwapWhen = 'identical' | 'always' | 'never';

/** A repeated call after an interruption continues. */
export interface RebuildOptions extends OperationOptions {
  readonly store: ReadableStore;
  /** The read models to rebuild. */
  readonly projections: readonly Projection[];
  /** Default `identical`. A read model without a live table in this version is always swapped. */
  readonly swap?: SwapWhen;
  /** Start from the first event, even if an earlier run was interrupted. */
  readonly fresh?: boolean;
  /** Most events of a transaction. Default: see `fill`. */
  readonly chunkSize?: number | undefined;
}

export interface Rebuilt extends Pick<Checkpoint, 'name' | 'version' | 'position' | 'events' | 'compared'> {
  /** `ready` and `different` wait for a swap: the rows of a `different` copy are not those of the live table. */
  readonly outcome: 'swapped' | 'ready' | 'different' | 'failed';
  /** The event that failed and the reason; null if the rebuild did not fail. */
  readonly error: string | null;
}

/**
 * Rebuilds read models from the events into copies, while readers and the live projector use the old tables. It compares the
 * copies with the old tables at the same position, and swaps those that `swap` permits. The old tables stay until they are
 * dropped. A read model that fails at an event does not affect the others. After an interruption, the next call continues.
 * @throws OperationUnderWay
 */
export async function rebuild(options: RebuildOptions): Promise<readonly Rebuilt[]> {
  const { pool, projections } = options;
  const what = `rebuild of ${projections.length === 1 ? projections[0]?.name : `${projections.length} read models`}`;
  await ensureReadModels(pool, projections);
  return operate({ ...options, what }, async (operating) => {
    if (options.fresh) {
      const begun = await unfinishedCopies(pool, projections);
      await dropRelations(pool, relationsOf(begun));
    }
    const copies = await openCopies(pool, projections);
    // Reading begins at the copy that is furthest behind.
    const before = Math.min(...copies.map(({ events }) => events));
    const progress = new Progress({ ...operating, before, onProgress: options.onProgress });
    return run({ ...options, ...operating, progress, store: eventsInOrder(options.store, pool) }, copies);
  });
}

/**
 * Rebuilds and swaps unconditionally, and then drops all tables that do not serve: the old ones, and the copy of a read model
 * that failed at an event.
 * @returns the position that the rebuilt rows have reached
 * @throws Error that names the event which a read model cannot take; OperationUnderWay
 */
export async function rebuildAll(options: Omit<RebuildOptions, 'swap' | 'fresh'>): Promise<bigint> {
  const { pool, projections } = options;
  const rebuilt = await rebuild({ ...options, projections, swap: 'always', fresh: true });
  const names = new Set(projections.map(({ name }) => name as string));
  const others = (await readCheckpoints(pool)).filter(({ name, serving }) => names.has(name) && !serving);
  await dropRelations(pool, relationsOf(others));
  const failed = rebuilt.find(({ outcome }) => outcome === 'failed');
  if (failed) throw new Error(failed.error ?? `${failed.name} failed`);
  return leastPosition(rebuilt) ?? 0n;
}

const relationsOf = (tables: readonly { readonly relation: string }[]) => tables.map(({ relation }) => relation);

type Run = Omit<RebuildOptions, 'store' | 'signal'> &
  Operating & { readonly store: OrderedStore; readonly progress: Progress };

async function run(options: Run, copies: readonly Followed[]): Promise<readonly Rebuilt[]> {
  const { pool, projections, progress, swap = 'identical' } = options;
  await compareWhileReading(options, copies);
  const readToTheEnd = async () =>
    (await fillToTheEnd({ ...options, onPage: progress.read }, await runningCopies(pool, projections))).targets;
  await finishTables(pool, await readToTheEnd(), (done) => progress.show('indexing', done));
  const running = await readToTheEnd();
  await pool.query(`UPDATE ${PROJECTIONS_TABLE} SET status = 'ready' WHERE relation = ANY($1) AND status = 'filling'`, [
    relationsOf(running),
  ]);
  const taking = running.filter(({ compared }) => swap === 'always' || compared?.identical !== false);
  await progress.show('swapping', 0);
  if (swap !== 'never' && taking.length > 0) await swapIn(options, taking);
  const checkpoints = await readCheckpoints(pool);
  return copies.map(({ relation }) => {
    const own = checkpoints.find((each) => each.relation === relation);
    if (own === undefined) throw new CheckpointMoved();
    const { name, version, position, events, compared, error } = own;
    const tables = { name, version, position, events, compared };
    // After the swap, an operator or a poison event may stop it: that is no failure of the rebuild.
    if (own.serving) return { ...tables, outcome: 'swapped', error: null };
    if (own.status === 'failed') return { ...tables, outcome: 'failed', error };
    return { ...tables, outcome: compared?.identical === false ? 'different' : 'ready', error: null };
  });
}

/** Reads up to the live tables, and compares copies with those that are live in this version. */
async function compareWhileReading(options: Run, copies: readonly Followed[]): Promise<void> {
  const { store, pool } = options;
  const live = (await readCheckpoints(pool)).filter(({ serving, status }) => serving && status === 'live');
  const comparable = copies.flatMap((copy) => {
    const own = live.find(({ name, version }) => name === copy.name && version === copy.version);
    return own !== undefined && own.position > 0n && own.position >= copy.position ? [{ copy, own }] : [];
  });
  const upTo = leastPosition(comparable.map(({ own }) => own)) ?? (await store.head());
  const { targets } = await fill({ ...options, upTo, onPage: options.progress.read }, copies);
  const reached = targets.filter(({ relation }) => comparable.some(({ copy }) => copy.relation === relation));
  for (const { target, position, ...compared } of (await compareWithLive(options, reached)).compared) {
    await pool.query(`UPDATE ${PROJECTIONS_TABLE} SET compared = $2 WHERE relation = $1`, [
      target.relation,
      JSON.stringify({ position: `${position}`, ...compared }),
    ]);
  }
}
