import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { decodeBatch, type Incoming } from '../live/decoding.ts';
import { readChunk } from '../live/event-pages.ts';
import type { PoisonEvent } from '../live/fold.ts';
import { type Ask, foldInto } from '../live/fold-batch.ts';
import type { Projection } from '../live/projection.ts';
import { runPipelineOnPool } from '../tables/pipeline.ts';
import type { CopyTarget } from './copy-checkpoint.ts';
import { TableFiller } from './table-filler.ts';

export interface FillOptions {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** The last position to read. */
  readonly upTo: bigint;
  /** Ends it after the events that were read are written. */
  readonly signal?: AbortSignal | undefined;
  /** Most events between two transactions of a table; default 50,000. */
  readonly chunkSize?: number | undefined;
  /** After each page: how many events it had, and the position of the last. */
  readonly onChunk?: ((events: number, position: bigint) => Promise<void>) | undefined;
}

export interface Filled {
  /** The tables that have reached `upTo`. */
  readonly targets: readonly CopyTarget[];
  readonly stopped: readonly PoisonEvent[];
}

/** Large, because a row that changes often is written once per chunk, and each write leaves a dead row. */
const CHUNK_SIZE = 50_000;
/**
 * Most unwritten rows of a table. New rows, which are the most, are written soon. Changed ones wait longer, because they may
 * change again.
 */
const MOST_FRESH = 2_000;
const MOST_CHANGED = 8_000;
/** Longest time between two writes of a table: at most this much work is lost if the process is killed. */
const MOST_MS = 4_000;
/** Small, so that events are freed soon: long-lived objects make garbage collection expensive. */
const PAGE = 500;
/** How many tables are read from and written to at once. */
const LANES = 3;

/**
 * Reads events into tables without other writers, several times as fast as the live projector: it folds large chunks in memory
 * while the previous ones are written, inserts new rows by COPY, and maintains no index but the primary key. Each table's rows
 * and checkpoint are written in one transaction, so an interrupted run can be resumed.
 */
export async function fill(options: FillOptions, targets: readonly CopyTarget[]): Promise<Filled> {
  const { store, pool, upTo, signal, onChunk, chunkSize = CHUNK_SIZE } = options;
  const limit = pLimit(LANES);
  const fillers = targets.map((target) => new TableFiller({ store, pool, limit }, target));
  const ask: Ask = (statements) => limit(() => runPipelineOnPool(pool, statements));
  const most = { fresh: MOST_FRESH, changed: MOST_CHANGED, events: chunkSize, ms: MOST_MS };
  try {
    for await (const events of pagesOf(store, leastPosition(targets) ?? upTo, upTo, Math.min(PAGE, chunkSize))) {
      const running = fillers.filter(({ poison }) => poison === null);
      if (running.length === 0 || signal?.aborted) break;
      const batch = await decodeInTurns(
        events,
        running.map(({ target }) => target.projection),
      );
      await foldPage(ask, running, batch);
      await all(running.filter((filler) => filler.isDue(most)).map((filler) => filler.write()));
      await onChunk?.(events.length, events.at(-1)?.position ?? upTo);
    }
    await all(fillers.map((filler) => filler.write()));
    await all(fillers.map((filler) => filler.settle()));
  } finally {
    // Wait for all writes before returning to the caller.
    await Promise.all(fillers.map((filler) => filler.idle()));
  }
  signal?.throwIfAborted();
  return {
    targets: fillers.flatMap(({ poison, target }) => (poison === null ? target : [])),
    stopped: fillers.flatMap(({ poison }) => poison ?? []),
  };
}

/** Folds a page into all tables that lack it. */
async function foldPage(ask: Ask, fillers: readonly TableFiller[], batch: readonly Incoming[]): Promise<void> {
  const last = batch.at(-1)?.stored.position ?? 0n;
  const behind = fillers.filter((filler) => filler.lacks(last));
  const stopped = await foldInto(
    ask,
    behind.map(({ part }) => part),
    batch,
  );
  const names = new Set(stopped.map(({ projection }) => projection));
  await all(behind.map((filler) => filler.folded(batch, names.has(filler.target.projection.name))));
}

/** Pages of events. The next one is read while the current one is processed. */
async function* pagesOf(
  store: OrderedStore,
  after: bigint,
  upTo: bigint,
  size: number,
): AsyncGenerator<readonly OrderedEvent[]> {
  const read = (from: bigint) => {
    const page = readChunk(store, from, upTo, size);
    // Ignore failures of abandoned reads.
    page.catch(() => {});
    return page;
  };
  let next = read(after);
  for (;;) {
    const events = await next;
    const last = events.at(-1);
    if (last === undefined) return;
    next = read(last.position);
    yield events;
  }
}

/** Decodes in slices, so that other calls of the process are served in between. */
async function decodeInTurns(
  events: readonly OrderedEvent[],
  projections: readonly Projection[],
): Promise<readonly Incoming[]> {
  const batch: Incoming[] = [];
  for (let from = 0; from < events.length; from += DECODED_AT_ONCE) {
    batch.push(...decodeBatch(events.slice(from, from + DECODED_AT_ONCE), projections));
    await yieldToEventLoop();
  }
  return batch;
}

const DECODED_AT_ONCE = 250;

/** Waits for all, also when one fails. */
export async function all(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

export function leastPosition(targets: readonly { readonly position: bigint }[]): bigint | null {
  return targets.reduce<bigint | null>(
    (least, { position }) => (least === null || position < least ? position : least),
    null,
  );
}
