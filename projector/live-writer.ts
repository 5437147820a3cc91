import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { Pool } from 'pg';
import { isRefusal } from './apply-batch.ts';
import { type Running, writeBatch } from './batch-writer.ts';
import type { SeenEvent } from './checkpoints.ts';
import { decodeBatch } from './decoding.ts';
import { announceStatement, fenceFailure, fenceStatement } from './fence.ts';
import type { PoisonEvent } from './fold.ts';
import type { Lease } from './leases.ts';
import { foldBatch } from './live-batch.ts';
import { askPool, type Statement } from './pipeline.ts';
import { Tables } from './rows-at-hand.ts';

export interface LiveWriting {
  readonly pool: Pool;
  readonly lease: Lease;
  /** Told once of each batch that is written: the events that stopped a read model. */
  readonly onWritten: (stopped: readonly PoisonEvent[]) => void;
  /** Rows of a table that stay in memory, and twice as many at most; absent: some thousands. */
  readonly rowsAtHand?: number | undefined;
}

/**
 * Writes batch after batch into the live read models of a projector that leads. Rows stay in memory from batch to batch, and
 * all that a batch writes goes in one round trip, which is one transaction: the fence, the checkpoints, the rows, and the
 * announcement. While it is on its way, the next batch is folded.
 *
 * The rows in memory are those of the tables because nobody else can have written: whoever does moves a checkpoint, or has the
 * lease, and then the transaction fails at its first statement. After any failure begin with a new writer. A batch that
 * cannot be folded, or whose rows Postgres refuses, goes the careful way (`writeBatch`), which finds out at which event.
 */
export class LiveWriter {
  private readonly tables: Tables;
  private writing: Promise<void> = Promise.resolve();
  /** Counts how often the rows at hand were forgotten. */
  private forgotten = 0;
  /** The read models as they are once the batch that is on its way is written. */
  private ahead: readonly Running[];

  constructor(
    private readonly to: LiveWriting,
    running: readonly Running[],
  ) {
    this.tables = new Tables(to.rowsAtHand);
    this.ahead = running;
  }

  /** Returns when the batch is on its way; the one before it is written then. @throws LeaseLost, CheckpointMoved */
  async take(events: readonly OrderedEvent[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    const batch = decodeBatch(
      events,
      this.ahead.map(({ projection }) => projection),
    );
    const fold = () => foldBatch(this.to.pool, this.tables, this.behind(last.position), batch);
    const before = this.forgotten;
    let rows = await fold();
    await this.writing;
    // The batch before had to go the careful way: what was folded upon it counts for nothing.
    if (this.forgotten !== before) rows = await fold();
    const behind = this.behind(last.position);
    if (behind.length === 0) return;
    this.writing = rows === null ? this.carefully(events) : this.write(behind, last, rows, events);
    // Whoever waits for it is told.
    this.writing.catch(() => {});
    if (rows !== null) this.moveAhead(last.position);
  }

  /** Until nothing is on its way. @throws LeaseLost, CheckpointMoved */
  settle(): Promise<void> {
    return this.writing;
  }

  private async write(
    behind: readonly Running[],
    last: SeenEvent,
    rows: readonly Statement[],
    events: readonly OrderedEvent[],
  ): Promise<void> {
    const { pool, lease, onWritten } = this.to;
    const from = this.ahead;
    try {
      const checkpoints = behind.map(({ checkpoint }) => checkpoint);
      await askPool(pool, [fenceStatement(lease, checkpoints, last), ...rows, announceStatement()]);
    } catch (error) {
      if (!isRefusal(error)) throw fenceFailure(error, lease);
      this.ahead = from;
      return this.carefully(events);
    }
    onWritten([]);
  }

  private async carefully(events: readonly OrderedEvent[]): Promise<void> {
    const { pool, lease, onWritten } = this.to;
    const { running, stopped } = await writeBatch(pool, this.ahead, events, lease);
    this.ahead = running;
    // At the end: what is folded meanwhile is folded upon rows that nobody knows.
    this.tables.forget();
    this.forgotten += 1;
    onWritten(stopped);
  }

  private behind(last: bigint): readonly Running[] {
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
