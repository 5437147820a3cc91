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
import { advanceStatement, byIndexStatement, fenceFailure } from '../leases/fence.ts';
import type { Lease } from '../leases/leases.ts';
import { runPipeline, runPipelineOnPool, type SqlStatement } from '../tables/pipeline.ts';
import { isRefusedWrite } from './apply-batch.ts';
import { type RunningWriter, writeBatch } from './batch-writer.ts';
import type { Announced, Checkpoint, SeenEvent } from './checkpoints.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import type { PoisonEvent } from './fold.ts';
import { type Ask, foldBatch } from './fold-batch.ts';
import type { Handover } from './handover.ts';
import { Tables } from './rows-at-hand.ts';

/** Most different statements of a writer, because each connection keeps their plans. */
const MOST_SHAPES = 64;

interface Shape {
  readonly name: string;
  readonly text: string;
  /** Of the statements that it is made of. */
  readonly texts: readonly string[];
}

/**
 * For a writer: makes one statement of calls of functions and writes to different tables. Postgres runs the calls first, in their
 * order: if one fails, nothing is written. Writes of many rows stay statements of their own, because they are planned each time.
 */
function createAsOne() {
  const shapes = new Map<string, Shape>();
  return (calls: readonly SqlStatement[], writes: readonly SqlStatement[]): readonly SqlStatement[] => {
    const few = writes.filter(isOfFewRows);
    const parts = [...calls, ...few];
    const key = parts.map(({ name }) => name).join();
    const shape = shapes.get(key) ?? (few.length > 0 && shapes.size < MOST_SHAPES ? shapeOf(calls, few) : null);
    if (shape === null || parts.some(({ text }, index) => text !== shape.texts[index])) return [...calls, ...writes];
    shapes.set(key, shape);
    const one = { name: shape.name, text: shape.text, values: parts.flatMap(({ values }) => values), columns: [] };
    return [one, ...writes.filter((write) => !isOfFewRows(write))];
  };
}

/** Rows that are named one by one, not as arrays. */
const isOfFewRows = ({ values, copied }: SqlStatement) => copied === undefined && !values.some(Array.isArray);

/** Named by its text: on a connection, a name stands for one text. */
function shapeOf(calls: readonly SqlStatement[], writes: readonly SqlStatement[]): Shape {
  const text = textOf(calls, writes);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { name: `projector write ${hash}`, text, texts: [...calls, ...writes].map((each) => each.text) };
}

function textOf(calls: readonly SqlStatement[], writes: readonly SqlStatement[]): string {
  let before = 0;
  const renumbered = ({ text, values }: SqlStatement) => {
    const own = text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    before += values.length;
    return own;
  };
  const called = calls.map((call) => renumbered(call).replace('SELECT ', '')).join(', ');
  const written = writes.map((write, index) => `w${index} AS (${renumbered(write)})`).join(', ');
  return `WITH ${written} SELECT ${called}`;
}

export interface LiveWriting {
  readonly pool: Pool;
  readonly lease: Lease;
  /** The store of the batches' events. */
  readonly log: Pick<OrderedStore, 'next' | 'stored'>;
  readonly announces: Announced;
  /** Passes the events on to the asynchronous read models. */
  readonly handover?: Handover | undefined;
  /** Called once per written batch with the poison events that stopped a read model. */
  readonly onWritten: (stopped: readonly PoisonEvent[]) => void;
  /** Cached rows per table; at most twice as many. Default: some thousands. */
  readonly rowsAtHand?: number | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * Writes batches into the live read models of the leading projector. Rows stay cached between batches. A batch is one round
 * trip and one transaction: the fence, the checkpoints, the announcement, and the rows. The next batch is folded meanwhile.
 *
 * Cached rows equal those of the tables: another writer would have the lease or have moved a checkpoint, and then the
 * transaction fails at its first statement. After any failure, create a new writer. A batch that cannot be folded, or whose
 * rows Postgres refuses, is retried by `writeBatch`, which isolates the poison event.
 */
export class LiveWriter implements InlineProjector {
  private readonly tables: Tables;
  private writing: Promise<void> = Promise.resolve();
  /** The last started batch: batches from the log and appended ones take turns. */
  private turn: Promise<unknown> = Promise.resolve();
  /** The last event that all read models have seen; null: unknown. */
  private head: HeadEvent | null;
  /** Number of times that the cached rows were dropped. */
  private forgotten = 0;
  private readonly asOne = createAsOne();
  /** The read models as they are after the current write. */
  private ahead: readonly RunningWriter[];

  constructor(
    private readonly to: LiveWriting,
    running: readonly RunningWriter[],
  ) {
    this.tables = new Tables(to.rowsAtHand);
    this.ahead = running;
    this.head = headOf(running.map(({ checkpoint }) => checkpoint));
  }

  /** Waits for the current batch. @returns the position up to which everything is written; 0 if it is unknown */
  async reached(): Promise<bigint> {
    await this.turn;
    return this.head?.position ?? 0n;
  }

  /** Starts to write a batch. Resolves when the previous one is written. @throws LeaseLost, CheckpointMoved */
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
    const isWritten = await this.writing.then(
      () => true,
      () => false,
    );
    const { ahead, head } = this;
    if (!isWritten || head === null) return null;
    const { lease, log, announces } = this.to;
    const stored = storedNext(head, appends);
    const last = stored.at(-1) as SeenEvent;
    const events = await log.next(head.position, stored);
    const batch = this.decode(events);
    // Read on the connection that writes the rows: its server process is already active.
    const ask: Ask = (statements) => runPipeline(client, statements);
    const rows = await foldBatch(ask, this.tables, ahead, batch);
    // An append that has waited too long is refused on the way without rows.
    if (rows === null || hasWaitedTooLong(appends, this.to.timers)) return this.giveUp();
    const checkpoints = ahead.map(({ checkpoint }) => checkpoint);
    try {
      const advance = advanceStatement(lease, checkpoints, last, { announces, isDurable: true });
      await runPipeline(client, this.asOne([advance, appendNextStatement(head, appends)], rows));
    } catch (error) {
      this.giveUp();
      if (isNotNext(error) || isRefusedWrite(error) || fenceFailure(error, lease) !== error) return null;
      throw error;
    }
    this.moveAhead(last.position);
    this.head = last;
    this.to.handover?.add(batch);
    this.to.onWritten([]);
    // Last, because it may write to the database and fail: the events are committed, and the subscription skips them.
    await log.stored(head.position, stored);
    return answersAfter(head, appends);
  }

  /** Discards folded rows, so that they are read again. */
  private giveUp(): null {
    this.tables.forget();
    this.forgotten += 1;
    return null;
  }

  private decode(events: readonly OrderedEvent[]): readonly Incoming[] {
    const own = this.ahead.map(({ projection }) => projection);
    return decodeBatch(events, [...own, ...(this.to.handover?.projections ?? [])]);
  }

  private async takeNow(batch: readonly Incoming[]): Promise<void> {
    const last = batch.at(-1)?.stored;
    if (last === undefined) return;
    const events = batch.map(({ stored }) => stored);
    const ask: Ask = async (statements) =>
      (await runPipelineOnPool(this.to.pool, [byIndexStatement(), ...statements])).slice(1);
    const fold = () => foldBatch(ask, this.tables, this.behind(last.position), batch);
    const before = this.forgotten;
    let rows = await fold();
    await this.writing;
    // The previous batch isolated a poison event: rows folded on top of it are invalid.
    if (this.forgotten !== before) rows = await fold();
    const behind = this.behind(last.position);
    // After the write: the position of all read models is announced with the asynchronous ones.
    const passOn = () => this.to.handover?.add(batch);
    if (behind.length === 0) return passOn();
    const written = rows === null ? this.retryIsolatingPoison(events) : this.writeTaken(behind, last, rows, events);
    this.writing = written.then(passOn);
    // Avoid an unhandled rejection; `settle()` rethrows.
    this.writing.catch(() => {});
    if (rows !== null) this.moveAhead(last.position);
    this.head = rows === null ? null : last;
  }

  /** Waits for the current write. @throws LeaseLost, CheckpointMoved */
  settle(): Promise<void> {
    return this.writing;
  }

  private async writeTaken(
    behind: readonly RunningWriter[],
    last: SeenEvent,
    rows: readonly SqlStatement[],
    events: readonly OrderedEvent[],
  ): Promise<void> {
    const { pool, lease, announces, onWritten } = this.to;
    const from = this.ahead;
    try {
      const checkpoints = behind.map(({ checkpoint }) => checkpoint);
      const advance = advanceStatement(lease, checkpoints, last, { announces, isDurable: false });
      await runPipelineOnPool(pool, this.asOne([advance], rows));
    } catch (error) {
      if (!isRefusedWrite(error)) throw fenceFailure(error, lease);
      this.ahead = from;
      this.head = null;
      return this.retryIsolatingPoison(events);
    }
    onWritten([]);
  }

  private async retryIsolatingPoison(events: readonly OrderedEvent[]): Promise<void> {
    const { pool, lease, onWritten } = this.to;
    const { running, stopped } = await writeBatch(pool, this.ahead, events, lease);
    this.ahead = running;
    // Do this last: rows that are folded during `writeBatch` are invalid, too.
    this.tables.forget();
    this.forgotten += 1;
    onWritten(stopped);
  }

  private behind(last: bigint): readonly RunningWriter[] {
    return this.ahead.filter(({ checkpoint }) => checkpoint.position < last);
  }

  private moveAhead(to: bigint): void {
    this.ahead = this.ahead.map((running) =>
      running.checkpoint.position < to
        ? { projection: running.projection, checkpoint: { ...running.checkpoint, position: to } }
        : running,
    );
  }
}

/** The last event that all have seen; null: their positions differ, or it is unknown. */
function headOf(checkpoints: readonly Checkpoint[]): HeadEvent | null {
  const [first] = checkpoints;
  if (first === undefined || checkpoints.some(({ position }) => position !== first.position)) return null;
  if (first.position === 0n) return { position: 0n, eventId: null };
  return first.seen?.position === first.position ? first.seen : null;
}
