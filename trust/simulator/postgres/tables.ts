export type Row = Readonly<Record<string, unknown>>;

/** The rows of all tables by name and key, as a transaction sees them: its own changes over what is committed. */
export class Tables {
  private readonly changed = new Map<string, Map<string, Row>>();

  constructor(private readonly committed: Map<string, Map<string, Row>>) {}

  rows(table: string): ReadonlyMap<string, Row> {
    return this.changed.get(table) ?? this.committed.get(table) ?? new Map();
  }

  all(table: string): readonly Row[] {
    return [...this.rows(table).values()];
  }

  put(table: string, key: string, row: Row): void {
    this.own(table).set(key, row);
  }

  delete(table: string, key: string): void {
    this.own(table).delete(key);
  }

  /** Gives every row for which `change` answers another one that one. @returns how many */
  update(table: string, change: (row: Row) => Row | null): number {
    let count = 0;
    for (const [key, row] of [...this.rows(table)]) {
      const changed = change(row);
      if (changed === null) continue;
      this.put(table, key, changed);
      count += 1;
    }
    return count;
  }

  commit(): void {
    for (const [table, rows] of this.changed) this.committed.set(table, rows);
    this.changed.clear();
  }

  private own(table: string): Map<string, Row> {
    const own = this.changed.get(table) ?? new Map(this.committed.get(table));
    this.changed.set(table, own);
    return own;
  }
}
