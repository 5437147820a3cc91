import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { systemTimers } from '@perktree/platform/time/timers';
import type { LimitFunction } from 'p-limit';
import type { Pool } from 'pg';
import { RowsRefused } from '../live/apply-batch.ts';
import { IsolatingWriter } from '../live/batch-writer.ts';
import { decodeBatch, type Incoming } from '../live/decoding.ts';
import { readChunk } from '../live/event-pages.ts';
import type { PoisonEvent } from '../live/fold.ts';
import type { BatchPart } from '../live/fold-batch.ts';
import { RowsAtHand } from '../live/rows-at-hand.ts';
import { type CopyTarget, copyCheckpoint, countAfter, writeRows } from './copy-checkpoint.ts';

export interface Filling {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** Shared by all tables: limits their concurrent connections. */
  readonly limit: LimitFunction;
}

/** Limits above which rows are written: new rows, changed rows, events since the last write, and milliseconds since it. */
export interface Most {
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
export class TableFiller {
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
