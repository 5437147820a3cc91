import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import type { Semaphore } from '@perktree/platform/semaphore';
import type { Pool } from 'pg';
import { RowsRefused } from './apply-batch.ts';
import { decodeBatch, type Incoming } from './decoding.ts';
import { readChunk } from './event-pages.ts';
import { type Target, writeChunk, writeRows } from './fill-chunk.ts';
import { fold, type Handled, keysToLoad, type PoisonEvent, workOf } from './fold.ts';
import { askPool } from './pipeline.ts';
import { loadStatement, slotsFrom } from './row-store.ts';
import { SlotsInMemory } from './slots-in-memory.ts';

export interface Filling {
  readonly store: OrderedStore;
  readonly pool: Pool;
  /** Shared by all tables: how many connections they take at once. */
  readonly lanes: Semaphore;
}

/** What may wait to be written: new rows, rows that the table has in an older state, events, and for how long. */
export interface Most {
  readonly fresh: number;
  readonly changed: number;
  readonly events: number;
  readonly ms: number;
}

/** Events of a transaction of the careful way. */
const CAREFULLY = 10_000;

/**
 * Folds events into one table's rows in memory, and writes a chunk of them while the next one is folded. It takes for
 * granted that every event can be taken and that Postgres takes every row. Where that turns out to be wrong, the chunk is
 * forgotten and read again, the careful way (`writeChunk`), which finds the event that it is about.
 */
export class TableFiller {
  private readonly slots = new SlotsInMemory();
  /** The last event that the rows in memory have seen. */
  private seen: bigint;
  /** Events since the last turn. */
  private taken = 0;
  private turned = performance.now();
  private writing: Promise<void> = Promise.resolve();
  /** New rows since it began. */
  fresh = 0;
  /** The event that has stopped it. */
  poison: PoisonEvent | null = null;

  /** @param target how far the table is, as it is written */
  constructor(
    private readonly filling: Filling,
    public target: Target,
  ) {
    this.seen = target.position;
  }

  /** Whether a chunk has become so large that it is to be written. */
  isDue(most: Most): boolean {
    const { fresh, changed } = this.slots.waiting;
    const isLong = performance.now() - this.turned >= most.ms;
    return fresh >= most.fresh || changed >= most.changed || this.taken >= most.events || isLong;
  }

  /** Folds a page into the rows in memory. */
  async take(batch: readonly Incoming[]): Promise<void> {
    const last = batch.at(-1)?.stored.position ?? 0n;
    if (this.poison !== null || last <= this.seen) return;
    const { projection } = this.target;
    const { handled, poison } = workOf(projection, batch, this.seen);
    if (poison === null) {
      await this.load(handled);
      const folded = fold(projection, handled, this.slots.current);
      if (folded.poison === null) {
        this.slots.changed(folded.changed);
        this.taken += countAfter(batch, this.seen);
        this.seen = last;
        return;
      }
    }
    await this.carefully(last);
  }

  /** Begins to write what is in memory, once what was written before is there. */
  async write(): Promise<void> {
    await this.settle();
    if (this.poison !== null || this.seen === this.target.position) return;
    const { pool, lanes } = this.filling;
    const { target } = this;
    const [rows, events, to] = [this.slots.turn(), this.taken, this.seen];
    this.taken = 0;
    this.turned = performance.now();
    this.fresh += rows.fresh.length;
    this.writing = lanes.run(async () => {
      await writeRows(pool, target, rows, { to, events });
      this.target = { ...target, position: to };
    });
    // Whoever waits for it is told; nobody may do so before the next chunk is folded.
    this.writing.catch(() => {});
  }

  /** Until nothing is on its way to the table any more. */
  async settle(): Promise<void> {
    try {
      await this.writing;
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      this.writing = Promise.resolve();
      await this.carefully(this.seen);
    }
  }

  /** Nothing is on its way any more, whatever came of it. */
  async idle(): Promise<void> {
    await this.writing.catch(() => {});
  }

  private async load(handled: readonly Handled[]): Promise<void> {
    const { pool, lanes } = this.filling;
    const { projection, relation } = this.target;
    const missing = this.slots.missing(keysToLoad(projection, handled));
    if (missing.length === 0) return;
    const [rows = []] = await lanes.run(() => askPool(pool, [loadStatement(projection.table, relation, missing)]));
    for (const [key, slot] of slotsFrom(projection.table, rows)) this.slots.loaded(key, slot);
  }

  /** From where the table stands up to a position, as if nothing were in memory. */
  private async carefully(upTo: bigint): Promise<void> {
    // A chunk on its way fails for the same reason, or is written.
    await this.idle();
    this.writing = Promise.resolve();
    this.slots.forget();
    const { store, pool } = this.filling;
    while (this.target.position < upTo) {
      const events = await readChunk(store, this.target.position, upTo, CAREFULLY);
      if (events.length === 0) break;
      const { target, poison } = await writeChunk(pool, this.target, decodeBatch(events, [this.target.projection]));
      if (target === null) {
        this.poison = poison ?? null;
        return;
      }
      this.target = target;
    }
    this.seen = this.target.position;
    this.taken = 0;
  }
}

function countAfter(batch: readonly Incoming[], position: bigint): number {
  const first = batch[0]?.stored.position ?? 0n;
  return first > position ? batch.length : batch.filter(({ stored }) => stored.position > position).length;
}
