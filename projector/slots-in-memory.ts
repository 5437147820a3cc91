import type { Slot } from './fold.ts';

/** Rows that wait to be written: such as the table does not have, and such as it has in an older state. */
export interface Unwritten {
  readonly fresh: readonly Slot[];
  readonly changed: readonly Slot[];
}

/**
 * The rows of a table that a fold has at hand: those of the chunk that it is at, and those of the one before, which are on
 * their way to the table or there. What neither had is forgotten, so that memory does not grow with the table.
 */
export class SlotsInMemory {
  /** Rows of the chunk that the fold is at. */
  current = new Map<string, Slot>();
  private former = new Map<string, Slot>();
  /** Of the current ones: those that the table has, or will have before they are written again. */
  private stored = new Set<string>();
  private readonly born = new Set<string>();
  private readonly rewritten = new Set<string>();

  /** Brings rows of the former chunk into the current one. @returns the keys of rows that are not at hand */
  missing(keys: Iterable<string>): readonly string[] {
    const missing: string[] = [];
    for (const key of keys) {
      if (this.current.has(key)) continue;
      const slot = this.former.get(key);
      if (slot === undefined) missing.push(key);
      else this.loaded(key, slot);
    }
    return missing;
  }

  /** A row as the table has it. */
  loaded(key: string, slot: Slot): void {
    this.current.set(key, slot);
    this.stored.add(key);
  }

  changed(keys: Iterable<string>): void {
    for (const key of keys) (this.stored.has(key) ? this.rewritten : this.born).add(key);
  }

  /** How many rows wait to be written. */
  get waiting(): { readonly fresh: number; readonly changed: number } {
    return { fresh: this.born.size, changed: this.rewritten.size };
  }

  /** Hands over what waits to be written, and begins the next chunk. */
  turn(): Unwritten {
    const slotsOf = (keys: ReadonlySet<string>) => [...keys].flatMap((key) => this.current.get(key) ?? []);
    const unwritten = { fresh: slotsOf(this.born), changed: slotsOf(this.rewritten) };
    this.former = this.current;
    this.current = new Map();
    this.stored = new Set();
    this.born.clear();
    this.rewritten.clear();
    return unwritten;
  }

  forget(): void {
    this.turn();
    this.former = new Map();
  }
}
