import type { Slot } from './fold.ts';

/** Rows of a table that are kept from batch to batch; twice as many at most. */
const MOST_ROWS = 2_000;

/**
 * The rows of a table as the last batches have left them, so that what a batch wrote the next one need not read. They are the
 * table's only as long as nobody else writes to it: forget them with whatever failed. Those that were not asked for since
 * the turn before the last one are forgotten by themselves.
 */
export class RowsAtHand {
  private recent = new Map<string, Slot>();
  private former = new Map<string, Slot>();

  constructor(private readonly most: number) {}

  /** What a fold reads and writes: whatever it needs is brought here first. */
  get rows(): Map<string, Slot> {
    return this.recent;
  }

  /** Begins a batch. Rows of the batch before, which may still be on its way to the table, stay at hand. */
  turn(): void {
    if (this.recent.size < this.most) return;
    this.former = this.recent;
    this.recent = new Map();
  }

  /** Brings rows of older batches to the recent ones. @returns the keys of rows that are not at hand */
  missing(keys: Iterable<string>): readonly string[] {
    const missing: string[] = [];
    for (const key of keys) {
      if (this.recent.has(key)) continue;
      const slot = this.former.get(key);
      if (slot === undefined) missing.push(key);
      else this.recent.set(key, slot);
    }
    return missing;
  }

  /** Rows as the table has them. */
  loaded(slots: ReadonlyMap<string, Slot>): void {
    for (const [key, slot] of slots) this.recent.set(key, slot);
  }
}

/** The rows at hand of each table, by its name. */
export class Tables {
  private readonly tables = new Map<string, RowsAtHand>();

  constructor(private readonly most = MOST_ROWS) {}

  of(relation: string): RowsAtHand {
    const table = this.tables.get(relation) ?? new RowsAtHand(this.most);
    this.tables.set(relation, table);
    return table;
  }

  forget(): void {
    this.tables.clear();
  }
}
