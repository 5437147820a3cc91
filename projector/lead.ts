import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import type { Running } from './batch-writer.ts';
import { catchUp } from './catch-up.ts';
import { type Checkpoint, readCheckpoints } from './checkpoints.ts';
import type { PoisonEvent } from './fold.ts';
import type { Lease } from './leases.ts';
import { LiveWriter } from './live-writer.ts';
import type { Log } from './log.ts';
import { OperationUnderWay } from './operation.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { emptyReadModels, hasGoneBack } from './store-went-back.ts';

/** What leading a group of read models takes. */
export interface Leading {
  readonly store: OrderedStore;
  /** The same without effective times. */
  readonly history: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  readonly logger: Log;
  readonly projections: readonly Projection[];
  readonly lease: Lease;
  /** Most events of a transaction. */
  readonly batchSize: number;
  /** How often to look for read models that an operator has resumed, in milliseconds. */
  readonly lookEveryMs: number;
  readonly onProgress: () => void;
  /** Told when the store has gone back behind what the read models have seen. */
  readonly onRegression: () => void;
}

/**
 * Keeps a group's live read models up to date and lets others catch up beside them, until one of those has, or the signal
 * aborts.
 * @throws LeaseLost; CheckpointMoved when an operator has changed something: begin anew; what stores and database throw
 */
export async function leadOnce(options: Leading, signal: AbortSignal): Promise<void> {
  if (await beganAnew(options, await readCheckpoints(options.pool))) return;
  const changed = new AbortController();
  const either = AbortSignal.any([signal, changed.signal]);
  const follow = followLive(options, either);
  const watch = watchOthers(options, either);
  try {
    await Promise.race([follow, watch]);
  } finally {
    changed.abort();
    await Promise.allSettled([follow, watch]);
  }
}

async function followLive(options: Leading, signal: AbortSignal): Promise<void> {
  const { store, pool, projections, batchSize, lease, onProgress } = options;
  const running = serving(projections, await readCheckpoints(pool), 'live');
  const onWritten = (stopped: readonly PoisonEvent[]) => {
    tellStopped(options, stopped);
    onProgress();
  };
  const writer = new LiveWriter({ pool, lease, onWritten }, running);
  const afterPosition = slowest(running) ?? (await store.head());
  const batches = store.subscribe({ afterPosition, batchSize, signal })[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = batches.next();
      next.catch(() => {});
      // A write that fails is heard of at once, and not with the next event, which may be long in coming.
      await Promise.race([next, writer.settle()]);
      const { done, value: batch } = await next;
      if (done) break;
      if (batch.length > 0) await writer.take(batch);
    }
  } finally {
    // Not waited for: one that is asked for its next batch ends with the signal, and not before.
    batches.return?.().catch(() => {});
    await writer.settle();
  }
  if (!signal.aborted) throw new Error('the subscription ended');
}

/** Ends when a read model has joined the live ones. */
async function watchOthers(options: Leading, signal: AbortSignal): Promise<void> {
  const { store, pool, projections, batchSize, lease, lookEveryMs } = options;
  while (!signal.aborted) {
    const checkpoints = await readCheckpoints(pool);
    const behind = serving(projections, checkpoints, 'filling');
    if (behind.length > 0) {
      const { stopped, joined } = await catchUp({ store, pool, lease, batchSize, signal }, behind);
      tellStopped(options, stopped);
      if (joined) return;
    }
    if (await takeOver(options, newVersions(projections, checkpoints), signal)) return;
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}

/** Where the store has gone back, the read models begin anew. */
async function beganAnew(options: Leading, checkpoints: readonly Checkpoint[]): Promise<boolean> {
  const { history, pool, logger, onRegression } = options;
  if (!(await hasGoneBack(history, checkpoints))) return false;
  if (!(await emptyReadModels(history, pool))) return true;
  logger.error({}, 'the event store has gone back: all read models are filled anew from its events');
  onRegression();
  return true;
}

/** Fills new versions beside those that serve, and turns readers over. @returns whether it was done: an operator comes first */
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

function tellStopped({ logger }: Leading, stopped: readonly PoisonEvent[]): void {
  for (const poison of stopped) {
    logger.error({ err: poison, position: poison.position.toString() }, 'a read model stopped');
  }
}

/** The group's read models that serve, in this version, and have a status. */
function serving(
  projections: readonly Projection[],
  checkpoints: readonly Checkpoint[],
  status: Checkpoint['status'],
): readonly Running[] {
  return projections.flatMap((projection) => {
    const own = checkpoints.find((each) => each.serving && each.name === projection.name);
    return own?.version === projection.version && own.status === status ? [{ projection, checkpoint: own }] : [];
  });
}

/** Those whose version is on its way, beside another one that readers have. */
function newVersions(projections: readonly Projection[], checkpoints: readonly Checkpoint[]): readonly Projection[] {
  return projections.filter(({ name, version }) => {
    const own = checkpoints.filter((each) => each.name === name);
    const isNewer = own.some((each) => each.serving && each.version < version);
    return (
      isNewer && own.some((each) => each.version === version && (each.status === 'filling' || each.status === 'ready'))
    );
  });
}

/** Where the read model stands that is furthest behind; null when none runs. */
function slowest(running: readonly Running[]): bigint | null {
  return running.reduce<bigint | null>(
    (least, { checkpoint }) => (least === null || checkpoint.position < least ? checkpoint.position : least),
    null,
  );
}
