import type { Folded, Slot } from './fold.ts';

/**
 * Caches the rows of a table after each fold, so that the next fold need not read them. The cache is valid only while no other
 * process writes to the table: drop it after a failure. It keeps two generations, so that memory does not grow with the table
 * and rows that are being written stay cached.
 */
export class RowCache {
  private recent = new Map<string, Slot>();
  private former = new Map<string, Slot>();
  private readonly changed = new Set<string>();

  /** @param max rows of a generation. Default: each turn begins a new one */
  constructor(private readonly max = 0) {}

  /** The rows that a fold reads and writes. Load them first. */
  get rows(): Map<string, Slot> {
    return this.recent;
  }

  /** Begins a new generation if this one is full. Call `take` before it. */
  turn(): void {
    if (this.recent.size < this.max) return;
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
  folded({ changed }: Folded): void {
    for (const key of changed) this.changed.add(key);
  }

  /** How many rows wait to be written. */
  get waiting(): number {
    return this.changed.size;
  }

  /** Returns the rows that wait to be written, each in its last state, and unmarks them. */
  take(): readonly Slot[] {
    const slots = [...this.changed].map((key) => this.recent.get(key) as Slot);
    this.changed.clear();
    return slots;
  }
}
