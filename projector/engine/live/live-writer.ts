import { createHash } from 'node:crypto';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { hasWaitedTooLong } from '@perktree/event-store/longest-wait';
import type { HeadEvent } from '@perktree/event-store/port';
import type { AppendAnswer } from '@perktree/event-store/postgres/append-batch';
import {
  answersAfter,
  appendNextStatement,
  type GivenAppend,
  type InlineProjector,
  isNotNext,
  storedNext,
} from '@perktree/event-store/postgres/append-next';
import type { Timers } from '@perktree/platform/time/timers';
import type { ClientBase, Pool } from 'pg';
import { advanceStatement, BY_INDEX, fenceFailure } from '../leases/fence.ts';
import type { Lease } from '../leases/leases.ts';
import { isRefusedWrite, runPipeline, runPipelineOnPool, type SqlStatement } from '../tables/pipeline.ts';
import { saveStatements } from '../tables/row-store.ts';
import type { Announced, Checkpoint, Followed, SeenEvent, Target } from './checkpoints.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import { fill } from './fill.ts';
import type { PoisonEvent } from './fold.ts';
import { type Ask, foldInto } from './fold-batch.ts';
import type { InMemoryFeed } from './in-memory-feed.ts';
import { RowCache } from './row-cache.ts';

/** Most different statements of a writer, because each connection keeps their plans. */
const MAX_SHAPES = 64;

/** Cached rows of a table between batches; at most twice as many. */
const MAX_ROWS = 2_000;

/**
 * For a writer: makes one statement of calls of functions and writes to different tables. Postgres runs the calls first, in their
 * order: if one fails, nothing is written. Writes of many rows stay statements of their own, because they are planned each time.
 */
function createAsOne() {
  const shapes = new Map<string, Pick<SqlStatement, 'name' | 'text'>>();
  return (calls: readonly SqlStatement[], writes: readonly SqlStatement[]): readonly SqlStatement[] => {
    const few = writes.filter(isOfFewRows);
    const parts = [...calls, ...few];
    const key = parts.map(({ name }) => name).join();
    const shape = shapes.get(key) ?? (few.length > 0 && shapes.size < MAX_SHAPES ? shapeOf(calls, few) : null);
    if (shape === null) return [...calls, ...writes];
    shapes.set(key, shape);
    const one = { ...shape, values: parts.flatMap(({ values }) => values) };
    return [one, ...writes.filter((write) => !isOfFewRows(write))];
  };
}

/** Rows that are named one by one, not as arrays. */
const isOfFewRows = ({ values }: SqlStatement) => !values.some(Array.isArray);

/** Named by its text: on a connection, a name stands for one text. */
function shapeOf(calls: readonly SqlStatement[], writes: readonly SqlStatement[]) {
  let before = 0;
  const renumbered = ({ text, values }: SqlStatement) => {
    const own = text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    before += values.length;
    return own;
  };
  const called = calls.map((call) => renumbered(call).replace('SELECT ', '')).join(', ');
  const written = writes.map((write, index) => `w${index} AS (${renumbered(write)})`).join(', ');
  const text = `WITH ${written} SELECT ${called}`;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { name: `projector write ${hash}`, text };
}

export interface LiveWriting {
  readonly pool: Pool;
  readonly lease: Lease;
  readonly store: OrderedStore;
  readonly announces: Announced;
  /** Passes the events on to the asynchronous read models. */
  readonly feed?: InMemoryFeed | undefined;
  /** Called once per written batch with the poison events that stopped a read model. */
  readonly onWritten: (stopped: readonly PoisonEvent[]) => void;
  /** Cached rows per table; at most twice as many. Default: some thousands. */
  readonly cachedRows?: number | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * Writes batches into the live read models of the leading projector. Rows stay cached between batches. A batch is one round
 * trip and one transaction: the fence, the checkpoints, the announcement, and the rows.
 *
 * Cached rows equal those of the tables: another writer would have the lease or have moved a checkpoint, and then the
 * transaction fails at its first statement. After any failure, create a new writer. A batch that cannot be folded, or whose
 * rows Postgres refuses, is written by `fill`, which isolates the poison event.
 */
export class LiveWriter implements InlineProjector {
  /** The cached rows of each table, by its name. */
  private readonly tables = new Map<string, RowCache>();
  /** The last started batch: batches from the log and appended ones take turns. */
  private turn: Promise<unknown> = Promise.resolve();
  /** The last event that all read models have seen; null: unknown. */
  private head: HeadEvent | null;
  private running: readonly Target[];
  private readonly asOne = createAsOne();

  constructor(
    private readonly to: LiveWriting,
    followed: readonly Followed[],
  ) {
    this.running = followed;
    this.head = headOf(followed);
  }

  /** Waits for the current batch. @returns the position up to which everything is written; 0 if it is unknown */
  async reached(): Promise<bigint> {
    await this.turn;
    return this.head?.position ?? 0n;
  }

  /** Writes a batch of the log. @throws LeaseLost, CheckpointMoved */
  take(events: readonly OrderedEvent[]): Promise<void> {
    return this.takeDecoded(this.decode(events));
  }

  /** Like `take`, for decoded events. */
  takeDecoded(batch: readonly Incoming[]): Promise<void> {
    return this.inTurn(() => this.takeNow(batch));
  }

  /**
   * Appends events and writes their rows in one transaction, if no other process has appended meanwhile and no event is
   * poison. Null: nothing was written.
   */
  write(client: ClientBase, appends: readonly GivenAppend[]): Promise<readonly AppendAnswer[] | null> {
    return this.inTurn(() => this.writeNow(client, appends));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  private async writeNow(client: ClientBase, appends: readonly GivenAppend[]): Promise<readonly AppendAnswer[] | null> {
    const { running, head } = this;
    if (head === null) return null;
    const { lease, store, announces } = this.to;
    const stored = storedNext(head, appends);
    const last = stored.at(-1) as SeenEvent;
    const events = await store.next(head.position, stored);
    const batch = this.decode(events);
    // Read on the connection that writes the rows: its server process is already active.
    const ask: Ask = (statements) => runPipeline(client, statements);
    const rows = await this.fold(ask, running, batch);
    // An append that has waited too long is refused on the way without rows.
    if (rows === null || hasWaitedTooLong(appends, this.to.timers)) return this.giveUp();
    try {
      const advance = advanceStatement(lease, running, last, { announces, isDurable: true });
      await runPipeline(client, this.asOne([advance, appendNextStatement(head, appends)], rows));
    } catch (error) {
      this.giveUp();
      if (isNotNext(error) || isRefusedWrite(error) || fenceFailure(error, lease) !== error) return null;
      throw error;
    }
    this.moveAhead(last.position);
    this.head = last;
    this.to.feed?.add(batch);
    this.to.onWritten([]);
    // Last, because it may write to the database and fail: the events are committed, and the subscription skips them.
    await store.stored(head.position, stored);
    return answersAfter(head, appends);
  }

  /** Discards folded rows, so that they are read again. */
  private giveUp(): null {
    this.tables.clear();
    return null;
  }

  private decode(events: readonly OrderedEvent[]): readonly Incoming[] {
    const own = this.running.map(({ projection }) => projection);
    return decodeBatch(events, [...own, ...(this.to.feed?.projections ?? [])]);
  }

  private async takeNow(batch: readonly Incoming[]): Promise<void> {
    const last = batch.at(-1)?.stored;
    if (last === undefined) return;
    const behind = this.running.filter(({ position }) => position < last.position);
    if (behind.length > 0) await this.writeTaken(behind, batch, last);
    // After the write: the position of all read models is announced with the asynchronous ones.
    this.to.feed?.add(batch);
  }

  private async writeTaken(behind: readonly Target[], batch: readonly Incoming[], last: SeenEvent): Promise<void> {
    const { pool, lease, store, announces, onWritten } = this.to;
    const ask: Ask = async (statements) => (await runPipelineOnPool(pool, [BY_INDEX, ...statements])).slice(1);
    this.head = null;
    const rows = await this.fold(ask, behind, batch);
    if (rows !== null) {
      const advance = advanceStatement(lease, behind, last, { announces, isDurable: false });
      const error = await runPipelineOnPool(pool, this.asOne([advance], rows)).then(
        () => null,
        (error: unknown) => error,
      );
      if (error === null) {
        this.moveAhead(last.position);
        this.head = last;
        return onWritten([]);
      }
      if (!isRefusedWrite(error)) throw fenceFailure(error, lease);
    }
    this.tables.clear();
    const { targets, stopped } = await fill({ store, pool, lease, upTo: last.position }, this.running);
    this.running = targets;
    onWritten(stopped);
  }

  /** @returns the statements that write the changed rows; null: an event cannot be taken, and the cached rows are invalid */
  private async fold(
    ask: Ask,
    targets: readonly Target[],
    batch: readonly Incoming[],
  ): Promise<readonly SqlStatement[] | null> {
    const parts = targets.map((target) => {
      const rows = this.tables.get(target.relation) ?? new RowCache(this.to.cachedRows ?? MAX_ROWS);
      this.tables.set(target.relation, rows);
      rows.turn();
      return { target, rows };
    });
    const stopped = await foldInto(ask, parts, batch);
    const writes = parts.flatMap(({ target: { projection, relation }, rows }) =>
      saveStatements(projection.table, relation, rows.take()),
    );
    return stopped.length > 0 ? null : writes;
  }

  private moveAhead(to: bigint): void {
    this.running = this.running.map((each) => (each.position < to ? { ...each, position: to } : each));
  }
}

/** The last event that all have seen; null: their positions differ, or it is unknown. */
function headOf(checkpoints: readonly Checkpoint[]): HeadEvent | null {
  const [first] = checkpoints;
  if (first === undefined || checkpoints.some(({ position }) => position !== first.position)) return null;
  if (first.position === 0n) return { position: 0n, eventId: null };
  return first.seen?.position === first.position ? first.seen : null;
}
