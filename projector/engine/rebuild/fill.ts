import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { systemTimers } from '@perktree/platform/time/timers';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { RowsRefused } from '../live/apply-batch.ts';
import { IsolatingWriter } from '../live/batch-writer.ts';
import { decodeBatch, type Incoming } from '../live/decoding.ts';
import { readChunk } from '../live/event-pages.ts';
import type { PoisonEvent } from '../live/fold.ts';
import type { BatchPart } from '../live/fold-batch.ts';
import { type Ask, foldInto } from '../live/fold-batch.ts';
import type { Projection } from '../live/projection.ts';
import { RowsAtHand } from '../live/rows-at-hand.ts';
import { runPipelineOnPool } from '../tables/pipeline.ts';
import type { CopyTarget } from './copy-checkpoint.ts';
import { copyCheckpoint, countAfter, writeRows } from './copy-checkpoint.ts';

interface Filling {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** Shared by all tables: limits their concurrent connections. */
  readonly limit: LimitFunction;
}

/** Limits above which rows are written: new rows, changed rows, events since the last write, and milliseconds since it. */
interface Most {
  readonly fresh: number;
  readonly changed: number;
  readonly events: number;
  readonly ms: number;
}

/** Most events of a transaction of `IsolatingWriter`. */
const RETRY_CHUNK = 10_000;

/**
 * Keeps one table's rows in memory while events are folded into them, and writes a chunk of them while the next one is folded.
 * It assumes that no event is poison and that Postgres accepts every row. If not, the chunk is discarded and retried with
 * `IsolatingWriter`, which finds the poison event.
 */
class TableFiller {
  private rows = new RowsAtHand();
  /** The last event that the rows in memory have seen. */
  private seen: bigint;
  /** Events since the last write. */
  private taken = 0;
  private turned = systemTimers.monotonic();
  private writing: Promise<void> = Promise.resolve();
  /** The event that has stopped it. */
  poison: PoisonEvent | null = null;

  /** @param target the table and its stored position */
  constructor(
    private readonly filling: Filling,
    public target: CopyTarget,
  ) {
    this.seen = target.position;
  }

  /** Whether the chunk has reached a limit and must be written. */
  isDue(most: Most): boolean {
    const { fresh, changed } = this.rows.waiting;
    const isLong = systemTimers.monotonic() - this.turned >= most.ms;
    return fresh >= most.fresh || changed >= most.changed || this.taken >= most.events || isLong;
  }

  /** Whether events up to a position are new to it. */
  lacks(position: bigint): boolean {
    return this.poison === null && position > this.seen;
  }

  /** The rows that a page is folded into. */
  get part(): BatchPart {
    return { target: { ...this.target, position: this.seen }, rows: this.rows };
  }

  /** Records that a page was folded into its part. @param isStopped whether a poison event of the page stopped it */
  async folded(batch: readonly Incoming[], isStopped: boolean): Promise<void> {
    const last = batch.at(-1)?.stored.position ?? this.seen;
    if (isStopped) return this.retryIsolatingPoison(last);
    this.taken += countAfter(batch, this.seen);
    this.seen = last;
  }

  /** Starts to write the rows in memory, after the previous write. */
  async write(): Promise<void> {
    await this.settle();
    if (this.poison !== null || this.seen === this.target.position) return;
    const { pool, limit } = this.filling;
    const { target } = this;
    const [rows, events, to] = [this.rows.take(), this.taken, this.seen];
    this.rows.turn();
    this.taken = 0;
    this.turned = systemTimers.monotonic();
    this.writing = limit(async () => {
      await writeRows(pool, target, rows, { to, events });
      this.target = { ...target, position: to };
    });
    // Avoids an unhandled rejection; `settle` rethrows.
    this.writing.catch(() => {});
  }

  /** Waits for all writes to the table. */
  async settle(): Promise<void> {
    try {
      await this.writing;
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      this.writing = Promise.resolve();
      await this.retryIsolatingPoison(this.seen);
    }
  }

  /** Waits for all writes to the table, failed or not. */
  async idle(): Promise<void> {
    await this.writing.catch(() => {});
  }

  /** Fills from the table's checkpoint up to a position, ignoring rows in memory. */
  private async retryIsolatingPoison(upTo: bigint): Promise<void> {
    // Wait for the current write, whether it succeeds or fails.
    await this.idle();
    this.writing = Promise.resolve();
    this.rows = new RowsAtHand();
    const { store, pool } = this.filling;
    const writer = new IsolatingWriter(pool, copyCheckpoint);
    while (this.target.position < upTo) {
      const events = await readChunk(store, this.target.position, upTo, RETRY_CHUNK);
      if (events.length === 0) break;
      const { projection } = this.target;
      const followed = [{ projection, checkpoint: this.target }];
      const { running, stopped } = await writer.write(followed, decodeBatch(events, [projection]));
      this.poison = stopped[0] ?? null;
      if (this.poison !== null) return;
      this.target = running[0]?.checkpoint ?? this.target;
    }
    this.seen = this.target.position;
    this.taken = 0;
  }
}

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
