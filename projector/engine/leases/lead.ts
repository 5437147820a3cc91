import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import type { EventStore } from '@perktree/event-store/port';
import type { InlineProjector } from '@perktree/event-store/postgres/append-next';
import type { Timers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { catchUp } from '../live/catch-up.ts';
import { type Checkpoint, type Followed, leastPosition, readCheckpoints } from '../live/checkpoints.ts';
import { decodeBatch } from '../live/decoding.ts';
import type { PoisonEvent } from '../live/fold.ts';
import { InMemoryFeed } from '../live/in-memory-feed.ts';
import { LiveWriter } from '../live/live-writer.ts';
import type { Projection } from '../live/projection.ts';
import { emptyReadModels, hasGoneBack } from '../live/store-went-back.ts';
import { OperationUnderWay } from '../rebuild/operation.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import type { Lease } from './leases.ts';

/** The part of a pino logger that the processor uses. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Shortest time between two batches in milliseconds, so that few events share a transaction. */
const MIN_INTERVAL_MS = 100;

/**
 * Keeps asynchronous read models up to date, from their checkpoint on, until the signal aborts. An event after a pause is
 * written at once; the next ones wait until `MIN_INTERVAL_MS` have passed.
 * @throws LeaseLost, CheckpointMoved
 */
async function followFeed(
  options: Leading,
  running: readonly Followed[],
  feed: InMemoryFeed,
  signal: AbortSignal,
): Promise<void> {
  const { store, batchSize, timers } = options;
  const onWritten = progressReporter(options);
  const writer = new LiveWriter({ ...options, announces: 'all', onWritten }, running);
  const projections = running.map(({ projection }) => projection);
  let position = leastPosition(running) ?? 0n;
  while (!signal.aborted) {
    const begun = timers.monotonic();
    const { turn } = feed;
    const batch = feed.after(position, batchSize) ?? decodeBatch(await store.readAll(position, batchSize), projections);
    const last = batch.at(-1);
    if (last !== undefined) {
      await writer.takeDecoded(batch);
      position = last.stored.position;
    }
    if (batch.length === batchSize) continue;
    await feed.next(turn, signal);
    await timers.sleep(Math.max(begun + MIN_INTERVAL_MS - timers.monotonic(), 0), signal);
  }
}

/** Dependencies and settings of the projector that leads a group of read models. */
export interface Leading {
  readonly store: OrderedStore;
  /** The same store without effective times. */
  readonly history: Pick<EventStore, 'readAll'>;
  /** Set by a process that appends: while it leads all read models, it writes rows in the transaction of the events. */
  readonly projectInline?: ((inline: InlineProjector | null) => void) | undefined;
  readonly pool: Pool;
  readonly logger: Log;
  readonly projections: readonly Projection[];
  /** Called when the store has lost events that the read models have seen, and these are reset. */
  readonly onRegression?: () => void;
  readonly lease: Lease;
  /** Most events of a transaction. */
  readonly batchSize: number;
  /** Interval of checks for read models that an operator has resumed, in milliseconds. */
  readonly checkEveryMs: number;
  readonly timers: Timers;
  readonly onProgress: () => void;
}

/**
 * Keeps a group's live read models up to date and lets others catch up concurrently. Ends when one of those has caught up, or
 * when the signal aborts.
 * @throws LeaseLost; CheckpointMoved after an operator's change: start again; errors of stores and database
 */
export async function leadOnce(options: Leading, signal: AbortSignal): Promise<void> {
  if (await resetIfEventsLost(options, await readCheckpoints(options.pool))) return;
  const { pool, store, projections } = options;
  const running = serving(projections, await readCheckpoints(pool), 'live');
  const inline = running.filter((each) => !isAsynchronous(each));
  const asynchronous = running.filter(isAsynchronous);
  const afterPosition = leastPosition(inline) ?? (await store.head());
  const fed = asynchronous.map(({ projection }) => projection);
  const feed = fed.length > 0 ? new InMemoryFeed(afterPosition, fed) : undefined;
  const changed = new AbortController();
  const either = AbortSignal.any([signal, changed.signal]);
  const work = [followLog(options, { inline, afterPosition, feed }, either), watchOthers(options, running, either)];
  if (feed) work.push(followFeed(options, asynchronous, feed, either));
  try {
    await Promise.race(work);
  } finally {
    changed.abort();
    await Promise.allSettled(work);
  }
}

const isAsynchronous = ({ projection }: Followed) => projection.table.asynchronous;

const progressReporter = (options: Leading) => (stopped: readonly PoisonEvent[]) => {
  reportStopped(options, stopped);
  options.onProgress();
};

/** Keeps the inline read models up to date, and hands their events to the asynchronous ones. */
async function followLog(
  options: Leading,
  from: {
    readonly inline: readonly Followed[];
    readonly afterPosition: bigint;
    readonly feed: InMemoryFeed | undefined;
  },
  signal: AbortSignal,
): Promise<void> {
  const { store, batchSize, projectInline } = options;
  const { inline, afterPosition, feed } = from;
  // Without asynchronous read models, the inline position is also that of all.
  const announces = feed ? 'inline' : 'both';
  const onWritten = progressReporter(options);
  const writer = new LiveWriter({ ...options, announces, feed, onWritten }, inline);
  const reached = projectInline && (() => writer.reached());
  try {
    projectInline?.(writer);
    for await (const batch of store.subscribe({ afterPosition, batchSize, signal, reached })) await writer.take(batch);
  } finally {
    projectInline?.(null);
  }
  if (!signal.aborted) throw new Error('the subscription ended');
}

/** Ends when a read model has joined the live ones, also by a swap, or another projector has emptied those that are running. */
async function watchOthers(options: Leading, running: readonly Followed[], signal: AbortSignal): Promise<void> {
  const { store, pool, projections, lease, checkEveryMs, timers } = options;
  while (!signal.aborted) {
    const checkpoints = await readCheckpoints(pool);
    if (running.some((each) => isBefore(checkpoints, each))) return;
    // Instead of one of another version, which this projector did not update.
    if (serving(projections, checkpoints, 'live').length > running.length) return;
    const behind = serving(projections, checkpoints, 'filling');
    if (behind.length > 0) {
      const { stopped, joined } = await catchUp({ store, pool, lease, signal }, behind);
      reportStopped(options, stopped);
      if (joined) return;
    }
    if (await takeOver(options, newVersions(projections, checkpoints), signal)) return;
    await timers.sleep(checkEveryMs, signal);
  }
}

/** Whether the table's checkpoint has gone back. */
const isBefore = (checkpoints: readonly Checkpoint[], { relation, position }: Checkpoint) =>
  checkpoints.some((now) => now.relation === relation && now.position < position);

/** Resets the read models if the store has lost events. */
async function resetIfEventsLost(options: Leading, checkpoints: readonly Checkpoint[]): Promise<boolean> {
  const { history, pool, logger, onRegression } = options;
  if (!(await hasGoneBack(history, checkpoints))) return false;
  if (!(await emptyReadModels(history, pool))) return true;
  logger.error({}, 'the event store has lost events: all read models are rebuilt from the remaining ones');
  onRegression?.();
  return true;
}

/** Rebuilds new versions while the old ones serve, and swaps them. @returns false if an operator's operation is running */
async function takeOver(options: Leading, fresh: readonly Projection[], signal: AbortSignal): Promise<boolean> {
  const { store, pool, logger } = options;
  if (fresh.length === 0) return false;
  try {
    const rebuilt = await rebuild({ store, pool, projections: fresh, signal, swap: 'always' });
    for (const { name, version, outcome, error } of rebuilt) {
      if (outcome === 'failed') logger.error({ name, version, error }, 'a new version of a read model stopped');
      else logger.info({ name, version }, 'a new version of a read model has taken over');
    }
    return true;
  } catch (error) {
    if (error instanceof OperationUnderWay) return false;
    throw error;
  }
}

function reportStopped({ logger }: Leading, stopped: readonly PoisonEvent[]): void {
  for (const poison of stopped) {
    logger.error({ err: poison, position: poison.position.toString() }, 'a read model stopped');
  }
}

/** The group's serving read models of this version with a given status. */
function serving(
  projections: readonly Projection[],
  checkpoints: readonly Checkpoint[],
  status: Checkpoint['status'],
): readonly Followed[] {
  return projections.flatMap((projection) => {
    const own = checkpoints.find((each) => each.serving && each.name === projection.name);
    return own?.version === projection.version && own.status === status ? [{ ...own, projection }] : [];
  });
}

/** Read models that an older version serves, but for those whose new version has stopped at an event. */
function newVersions(projections: readonly Projection[], checkpoints: readonly Checkpoint[]): readonly Projection[] {
  return projections.filter(({ name, version }) => {
    const own = checkpoints.filter((each) => each.name === name);
    const hasStopped = own.some((each) => each.version === version && each.status === 'failed');
    return !hasStopped && own.some((each) => each.serving && each.version < version);
  });
}
