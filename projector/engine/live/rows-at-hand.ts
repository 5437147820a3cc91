import type { Folded, Slot } from './fold.ts';

/** Cached rows of a live table between batches; at most twice as many. */
const MOST_ROWS = 2_000;

/** Rows to write: `fresh` ones are not in the table yet, `changed` ones are there in an older state. */
export interface Unwritten {
  readonly fresh: readonly Slot[];
  readonly changed: readonly Slot[];
}

/**
 * Caches the rows of a table after each fold, so that the next fold need not read them. The cache is valid only while no other
 * process writes to the table: drop it after a failure. It keeps two generations, so that memory does not grow with the table
 * and rows that are being written stay cached.
 */
export class RowsAtHand {
  private recent = new Map<string, Slot>();
  private former = new Map<string, Slot>();
  private readonly fresh = new Set<string>();
  private readonly changed = new Set<string>();

  /** @param most rows of a generation. Default: each turn begins a new one */
  constructor(private readonly most = 0) {}

  /** The rows that a fold reads and writes. Load them first. */
  get rows(): Map<string, Slot> {
    return this.recent;
  }

  /** Begins a new generation if this one is full. Call `take` before it. */
  turn(): void {
    if (this.recent.size < this.most) return;
    this.former = this.recent;
    this.recent = new Map();
  }

  /** Moves rows of the former generation to the recent one. @returns the keys of rows that are not cached */
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

  /** Adds rows that were read from the table. */
  loaded(slots: ReadonlyMap<string, Slot>): void {
    for (const [key, slot] of slots) this.recent.set(key, slot);
  }

  /** Marks the rows that a fold has changed, so that they will be written. */
  folded({ changed, fresh }: Folded): void {
    for (const key of changed) {
      if (fresh.has(key)) this.fresh.add(key);
      else if (!this.fresh.has(key)) this.changed.add(key);
    }
  }

  /** How many rows wait to be written. */
  get waiting(): { readonly fresh: number; readonly changed: number } {
    return { fresh: this.fresh.size, changed: this.changed.size };
  }

  /** Returns the rows that wait to be written, each in its last state, and unmarks them. */
  take(): Unwritten {
    const slotsOf = (keys: Set<string>) => {
      const slots: Slot[] = [];
      for (const key of keys) slots.push(this.recent.get(key) as Slot);
      keys.clear();
      return slots;
    };
    return { fresh: slotsOf(this.fresh), changed: slotsOf(this.changed) };
  }
}

/** The cached rows of each table, by its name. */
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
