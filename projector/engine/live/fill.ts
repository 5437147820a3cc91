import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { assertLease, type Lease } from '../leases/leases.ts';
import { isRefusedWrite, runPipeline, runPipelineOnPool, type SqlStatement } from '../tables/pipeline.ts';
import { saveStatements } from '../tables/row-store.ts';
import { announcePosition, leastPosition, moveCheckpoint, type Target } from './checkpoints.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import { PoisonEvent } from './fold.ts';
import { type Ask, type BatchPart, foldInto } from './fold-batch.ts';
import { RowCache } from './row-cache.ts';

export interface FillOptions {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** The last position to read. */
  readonly upTo: bigint;
  /** Of the projector that writes tables which serve; absent for copies, and while the projectors are held. */
  readonly lease?: Lease | undefined;
  /** Ends it after the events that were read are written. */
  readonly signal?: AbortSignal | undefined;
  /** Most events between two transactions of a table; default 50,000. */
  readonly chunkSize?: number | undefined;
  /** After each page: how many events it had, and the position of the last. */
  readonly onPage?: ((events: number, position: bigint, upTo: bigint) => Promise<void>) | undefined;
}

interface Filled<T> {
  /** The tables that have reached `upTo`. */
  readonly targets: readonly T[];
  readonly stopped: readonly PoisonEvent[];
}

/** Large, because a row that changes often is written once per chunk, and each write leaves a dead row. */
const CHUNK_SIZE = 50_000;
/** Most unwritten rows of a table, so that they are freed soon: long-lived objects make garbage collection expensive. */
const MAX_ROWS = 4_000;
/** Longest time between two writes of a table: at most this much work is lost if the process is killed. */
const MAX_MS = 4_000;
/** Small, so that events are freed soon. */
const PAGE = 500;
/** How many tables are read from and written to at once. */
const LANES = 3;
/**
 * The events are on disk before the projector sees them. Rows that a crash of the server loses are lost together with the
 * checkpoint, and are written again.
 */
const BEGIN_WITHOUT_WAITING_FOR_THE_DISK = 'BEGIN; SET LOCAL synchronous_commit = off';

/**
 * Reads events into tables, faster than the live projector: it folds large chunks in memory while the previous ones are
 * written. Each table's rows and checkpoint are written in one transaction, so an
 * interrupted run can be resumed. A table that cannot take an event stops before it; the others continue.
 * @throws LeaseLost, CheckpointMoved
 */
export async function fill<T extends Target>(options: FillOptions, targets: readonly T[]): Promise<Filled<T>> {
  const { store, pool, upTo, signal, onPage, chunkSize = CHUNK_SIZE } = options;
  const limit = pLimit(LANES);
  const ask: Ask = (statements) => limit(() => runPipelineOnPool(pool, statements));
  const fillers = targets.map((target) => new TableFiller({ ...options, limit, ask }, target));
  try {
    for await (const events of pagesOf(store, leastPosition(targets) ?? upTo, upTo, Math.min(PAGE, chunkSize))) {
      const running = fillers.filter(({ poison }) => poison === null);
      if (running.length === 0 || signal?.aborted) break;
      const batch = decodeBatch(
        events,
        running.map(({ target }) => target.projection),
      );
      // Other calls of the process are served in between.
      await yieldToEventLoop();
      const behind = running.filter((filler) => filler.lacks(batch));
      const poison = await foldInto(
        ask,
        behind.map(({ part }) => part),
        batch,
      );
      const stopped = new Set(poison.map(({ projection }) => projection));
      await settleAll(behind.map((filler) => filler.folded(batch, stopped.has(filler.target.projection.name))));
      await settleAll(running.filter((filler) => filler.isDue(chunkSize)).map((filler) => filler.write()));
      await onPage?.(events.length, events.at(-1)?.position ?? upTo, upTo);
    }
    await settleAll(fillers.map((filler) => filler.write()));
    await settleAll(fillers.map((filler) => filler.settle()));
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

/** So few remaining events can be applied while the projectors are blocked. */
const FEW = 500;
const MAX_ROUNDS = 20;

/** Fills until few events are left, while other processes append. */
export async function fillToTheEnd<T extends Target>(
  options: Omit<FillOptions, 'upTo'>,
  targets: readonly T[],
): Promise<Filled<T>> {
  const stopped: PoisonEvent[] = [];
  let running = targets;
  for (let round = 0; round < MAX_ROUNDS && running.length > 0; round += 1) {
    let read = 0;
    const upTo = await options.store.head();
    const onPage: FillOptions['onPage'] = async (events, ...reached) => {
      read += events;
      await options.onPage?.(events, ...reached);
    };
    const filled = await fill({ ...options, upTo, onPage }, running);
    running = filled.targets;
    stopped.push(...filled.stopped);
    if (read < FEW) break;
  }
  return { targets: running, stopped };
}

/** Pages of events. The next one is read while the current one is processed. */
async function* pagesOf(
  store: OrderedStore,
  after: bigint,
  upTo: bigint,
  size: number,
): AsyncGenerator<readonly OrderedEvent[]> {
  const read = (from: bigint) => {
    const page = from < upTo ? store.readAll(from, size) : Promise.resolve([]);
    // Ignore failures of abandoned reads.
    page.catch(() => {});
    return page;
  };
  let next = read(after);
  for (;;) {
    const events = (await next).filter(({ position }) => position <= upTo);
    const last = events.at(-1);
    if (last === undefined) return;
    next = read(last.position);
    yield events;
  }
}

interface Filling extends FillOptions {
  /** Shared by all tables: limits their concurrent connections. */
  readonly limit: LimitFunction;
  readonly ask: Ask;
}

/**
 * Keeps one table's rows in memory while events are folded into them, and writes a chunk of them while the next one is folded.
 * It assumes that no event is poison and that Postgres accepts every row. If not, the chunk is discarded and its events are
 * applied again page by page, which finds the poison event.
 */
class TableFiller<T extends Target> {
  private rows = new RowCache();
  /** The last event that the rows in memory have seen; null: that of the stored position. */
  private seen: OrderedEvent | null = null;
  /** Events since the last write. */
  private taken = 0;
  private turned = systemTimers.monotonic();
  private writing: Promise<void> = Promise.resolve();
  /** The event that has stopped it. */
  poison: PoisonEvent | null = null;

  /** @param target the table and its stored position */
  constructor(
    private readonly filling: Filling,
    public target: T,
  ) {}

  /** Whether the chunk has reached a limit and must be written. */
  isDue(maxEvents: number): boolean {
    const isLong = systemTimers.monotonic() - this.turned >= MAX_MS;
    return this.rows.waiting >= MAX_ROWS || this.taken >= maxEvents || isLong;
  }

  private get position(): bigint {
    return this.seen?.position ?? this.target.position;
  }

  /** Whether events of a page are new to it. */
  lacks(batch: readonly Incoming[]): boolean {
    return (batch.at(-1)?.stored.position ?? 0n) > this.position;
  }

  /** The rows that a page is folded into. */
  get part(): BatchPart {
    return { target: { ...this.target, position: this.position }, rows: this.rows };
  }

  /** Records that a page was folded into its part. @param isStopped whether a poison event of the page stopped it */
  async folded(batch: readonly Incoming[], isStopped: boolean): Promise<void> {
    const after = this.position;
    this.taken += batch.filter(({ stored }) => stored.position > after).length;
    this.seen = batch.at(-1)?.stored ?? this.seen;
    if (isStopped) await this.applyAgain();
  }

  /** Starts to write the rows in memory, after the previous write. */
  async write(): Promise<void> {
    await this.settle();
    const { seen, taken } = this;
    if (this.poison !== null || seen === null || seen.position === this.target.position) return;
    const writes = saveStatements(this.target.projection.table, this.target.relation, this.rows.take());
    this.rows.turn();
    this.taken = 0;
    this.turned = systemTimers.monotonic();
    this.writing = this.filling.limit(() => this.save(writes, seen, taken));
    // Avoids an unhandled rejection; `settle` rethrows.
    this.writing.catch(() => {});
  }

  /** Waits for all writes to the table. */
  async settle(): Promise<void> {
    try {
      await this.writing;
    } catch (error) {
      if (!isRefusedWrite(error)) throw error;
      await this.applyAgain();
    }
  }

  /** Waits for all writes to the table, failed or not. */
  async idle(): Promise<void> {
    await this.writing.catch(() => {});
  }

  /** Applies the events between the table's checkpoint and those seen again, ignoring rows in memory. */
  private async applyAgain(): Promise<void> {
    await this.idle();
    const upTo = this.position;
    this.writing = Promise.resolve();
    this.rows = new RowCache();
    this.seen = null;
    this.taken = 0;
    for await (const events of pagesOf(this.filling.store, this.target.position, upTo, PAGE)) {
      await this.apply(decodeBatch(events, [this.target.projection]));
      if (this.poison !== null) return;
    }
  }

  /** Rows that Postgres refuses do not say which event they are from: halves the batch until one event is left. */
  private async apply(batch: readonly Incoming[]): Promise<void> {
    const [first, last] = [batch[0]?.stored, batch.at(-1)?.stored];
    if (first === undefined || last === undefined || this.poison !== null) return;
    const { target } = this;
    const { name, table } = target.projection;
    try {
      const rows = new RowCache();
      const [poison = null] = await foldInto(this.filling.ask, [{ target, rows }], batch);
      const taken = poison === null ? batch : batch.filter(({ stored }) => stored.position < poison.position);
      const writes = saveStatements(table, target.relation, rows.take());
      await this.save(writes, taken.at(-1)?.stored ?? null, taken.length, poison);
    } catch (error) {
      if (!isRefusedWrite(error)) throw error;
      const middle = Math.ceil(batch.length / 2);
      if (batch.length === 1)
        return this.save([], null, 0, new PoisonEvent(name, first.eventId, first.position, error));
      await this.apply(batch.slice(0, middle));
      await this.apply(batch.slice(middle));
    }
  }

  /** Writes rows and the checkpoint in one transaction. @throws LeaseLost, CheckpointMoved; then nothing is written */
  private async save(
    writes: readonly SqlStatement[],
    to: OrderedEvent | null,
    events: number,
    poison: PoisonEvent | null = null,
  ): Promise<void> {
    const { target } = this;
    const { pool, lease } = this.filling;
    await inTransaction(
      pool,
      async (client) => {
        if (lease) await assertLease(client, lease);
        // Before rows are written: it locks the checkpoint.
        if (target.status !== null) await moveCheckpoint(client, target, { to, events, poison });
        if (writes.length > 0) await runPipeline(client, writes);
        if (target.status === 'live') await announcePosition(client);
      },
      BEGIN_WITHOUT_WAITING_FOR_THE_DISK,
    );
    this.target = { ...target, position: to?.position ?? target.position };
    this.poison = poison;
  }
}

/** Waits for all, also when one fails. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
