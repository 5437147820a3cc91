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
import type { WrittenRows } from './estimate.ts';
import { TableFiller } from './table-filler.ts';

export interface FillOptions {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** The last position to read. */
  readonly upTo: bigint;
  /** Ends it: what has been read is written first. */
  readonly signal?: AbortSignal | undefined;
  /** Most events between two transactions of a table; default 50,000. */
  readonly chunkSize?: number | undefined;
  /** After each page: how many events it had, the position of the last, and what was written since the page before. */
  readonly onChunk?: ((events: number, position: bigint, written: WrittenRows) => void | Promise<void>) | undefined;
}

export interface Filled {
  /** Those that have reached the end. */
  readonly targets: readonly CopyTarget[];
  readonly stopped: readonly PoisonEvent[];
}

/** Many, for a row that changes often is written once in each chunk, and leaves an old one behind. */
const CHUNK_SIZE = 50_000;
/**
 * Most rows of a table in memory. New ones are written soon, because most rows of a rebuild are new;
 * others are worth waiting for, since they may change again.
 */
const MOST_FRESH = 2_000;
const MOST_CHANGED = 8_000;
/** As much work is lost when it is killed. */
const MOST_MS = 4_000;
/** Few, so that events are forgotten soon: what lives long in memory is what costs. */
const PAGE = 500;
/** How many tables are read from and written to at once. */
const LANES = 3;

/**
 * Reads events into tables without other writers, at several times the speed of the live projector: large chunks are
 * folded in memory while those before them are written, new rows go in by COPY, and no index but the primary key is kept.
 * Each table's rows and checkpoint move in one transaction, so it may be cut off at any time and gone on with.
 */
export async function fill(options: FillOptions, targets: readonly CopyTarget[]): Promise<Filled> {
  const { store, pool, upTo, signal, onChunk, chunkSize = CHUNK_SIZE } = options;
  const limit = pLimit(LANES);
  const fillers = targets.map((target) => new TableFiller({ store, pool, limit }, target));
  const ask: Ask = (statements) => limit(() => runPipelineOnPool(pool, statements));
  let told = writtenBy(fillers);
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
      const written = writtenBy(fillers);
      const since = { rows: written.rows - told.rows, entries: written.entries - told.entries };
      told = written;
      await onChunk?.(events.length, events.at(-1)?.position ?? upTo, since);
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

function writtenBy(fillers: readonly TableFiller[]): WrittenRows {
  const written = { rows: 0, entries: 0 };
  for (const { fresh, target } of fillers) {
    written.rows += fresh;
    written.entries += fresh * target.projection.table.indexes.length;
  }
  return written;
}

/** Pages of events, each read while the one before is worked at. */
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
async function all(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

export function leastPosition(targets: readonly { readonly position: bigint }[]): bigint | null {
  return targets.reduce<bigint | null>(
    (least, { position }) => (least === null || position < least ? position : least),
    null,
  );
}
