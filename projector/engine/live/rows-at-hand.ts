import type { Folded, Slot } from './fold.ts';

/** Cached rows of a live table between batches; at most twice as many. */
const MOST_ROWS = 2_000;

/** Rows to write: those that the table does not have, and those that it has in an older state. */
export interface Unwritten {
  readonly fresh: readonly Slot[];
  readonly changed: readonly Slot[];
}

/**
 * The rows of a table as folds have left them, so that no fold reads what another one wrote. They are the table's only as
 * long as no other process writes to it: forget them after a failure. Rows of two generations are kept, so that memory does
 * not grow with the table, and rows that are on their way to the table stay at hand.
 */
export class RowsAtHand {
  private recent = new Map<string, Slot>();
  private former = new Map<string, Slot>();
  private readonly fresh = new Set<string>();
  private readonly changed = new Set<string>();

  /** @param most rows of a generation; absent: each turn begins a new one */
  constructor(private readonly most = 0) {}

  /** The rows that a fold reads and writes. Load them first. */
  get rows(): Map<string, Slot> {
    return this.recent;
  }

  /** Begins a new generation, once what waits has been taken. */
  turn(): void {
    if (this.recent.size < this.most) return;
    this.former = this.recent;
    this.recent = new Map();
  }

  /** Brings rows of the former generation to the recent one. @returns the keys of rows that are not at hand */
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

  /** Notes the rows that a fold has left to be written. */
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

  /** Hands over what waits to be written: each row once, in its last state. */
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
