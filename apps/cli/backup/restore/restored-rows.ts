import type { ClientBase } from 'pg';
import { BackupRefused } from '../backup-refused.ts';
import { columnsOf, isLeftOut, keptTables } from '../contents.ts';
import type { TableLine } from '../format.ts';

const ROWS_AT_ONCE = 500;

/** Writes the rows of a backup in batches, table by table. */
export class RestoredRows {
  private into: TableLine | null = null;
  private passesOver = false;
  private batch: string[] = [];

  constructor(
    private readonly client: ClientBase,
    private readonly file: string,
  ) {}

  /** Names come from the file, so only those of existing tables and columns are used in statements. */
  async begin(table: TableLine): Promise<void> {
    await this.flush();
    this.into = null;
    this.passesOver = isLeftOut(table.table);
    if (this.passesOver) return;
    const known = (await keptTables(this.client)).includes(table.table)
      ? await columnsOf(this.client, table.table)
      : [];
    const unknown = table.columns.find((column) => !known.includes(column));
    if (unknown !== undefined) {
      throw new BackupRefused(`${this.file} has a column ${table.table}.${unknown}, which this version does not know.`);
    }
    this.into = table;
  }

  async add(row: string): Promise<void> {
    if (this.passesOver) return;
    this.batch.push(row);
    if (this.batch.length >= ROWS_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.into === null || this.batch.length === 0) return;
    const { table, columns } = this.into;
    const named = columns.map((column) => `"${column}"`).join(', ');
    // Columns added after the backup get their defaults.
    await this.client.query(
      `INSERT INTO ${table} (${named}) OVERRIDING SYSTEM VALUE
       SELECT ${named} FROM json_populate_recordset(NULL::${table}, $1)`,
      [`[${this.batch.join(',')}]`],
    );
    this.batch = [];
  }
}
