import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';

/** `timestamp` is timestamptz with milliseconds, `decimal` numeric(9,2). A trailing `?` allows null. */
export type ColumnKind = 'uuid' | 'text' | 'integer' | 'bigint' | 'decimal' | 'boolean' | 'timestamp';
export type Column = ColumnKind | `${ColumnKind}?`;
export type TableColumns = Readonly<Record<string, Column>>;

interface ValueOf {
  uuid: string;
  text: string;
  integer: number;
  bigint: bigint;
  decimal: number;
  boolean: boolean;
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string;
}
type ColumnValue<C extends Column> = C extends `${infer K extends ColumnKind}?`
  ? ValueOf[K] | null
  : C extends ColumnKind
    ? ValueOf[C]
    : never;

/** A row of a table in memory, without its `position`. */
export type RowOf<T extends ReadModelTable> = { readonly [C in keyof T['columns']]: ColumnValue<T['columns'][C]> };
export type AnyRow = Readonly<Record<string, unknown>>;

export interface Index {
  /** The end of the index's name: its purpose. */
  readonly name: string;
  /** SQL between the parentheses. */
  readonly on: string;
  readonly unique?: boolean;
  /** SQL of a partial index's condition. */
  readonly where?: string;
  /** SQL of the index method and its settings, if it is not a B-tree. */
  readonly method?: { readonly using: string; readonly settings: string };
  /** Name of an index of an earlier version that this one replaces. */
  readonly replaces?: string;
}

export interface ReadModelTable<N extends string = string, C extends TableColumns = TableColumns> {
  readonly name: N;
  readonly key: string;
  readonly columns: C;
  readonly indexes: readonly Index[];
  /** JSON columns that rows in memory hold parsed, so that a fold does not parse them for each event. */
  readonly parsed: ReadonlySet<string>;
  /** Percent of a page that new rows fill. Updates use the rest. */
  readonly fillFactor: number;
  /** Written after the inline read models, in transactions of its own. */
  readonly asynchronous: boolean;
}

/** Finds rows that changed after a position, to notify open pages of them. */
export const BY_POSITION: Index = { name: 'position', on: 'position' };

/**
 * The same for rows that change often. With a B-tree, every change of a row would add an entry to all indexes of its table.
 * This BRIN index stores one summary per 16 pages. So Postgres (16 and later) leaves the other indexes unchanged if the row's
 * new version fits on its page (`fillFactor`). The server summarises new pages within a minute, and scans them until then.
 */
export const BY_POSITION_OFTEN_CHANGED: Index = {
  name: 'changed',
  on: 'position',
  method: { using: 'brin', settings: 'pages_per_range = 16, autosummarize = on' },
  replaces: BY_POSITION.name,
};

/** Of the words of a text. Few rows are written, so each is findable at once without a list of pending entries. */
export const WORDS_INDEX = { using: 'gin', settings: 'fastupdate = off' } as const;

/** Declares the table of a read model. Columns are the read model's interface; indexes follow from the queries. */
export function readModelTable<const N extends string, const C extends TableColumns>(definition: {
  readonly name: N;
  readonly key: keyof C & string;
  readonly columns: C;
  readonly indexes: readonly Index[];
  readonly parsed?: readonly (keyof C & string)[];
  readonly fillFactor?: number;
  readonly asynchronous?: boolean;
}): ReadModelTable<N, C> {
  return { fillFactor: 100, asynchronous: false, ...definition, parsed: new Set(definition.parsed) };
}

export const SQL_TYPES: Record<ColumnKind, string> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'numeric(9,2)',
  boolean: 'boolean',
  timestamp: 'timestamptz',
};

export function kindOf(column: Column): ColumnKind {
  return column.replace('?', '') as ColumnKind;
}

/** `<name>__v<version>`, with a suffix for a table that is still being filled. In the read-model schema, not quoted. */
export function physicalName(table: ReadModelTable, version: number, suffix = ''): string {
  return `${table.name}__v${version}${suffix}`;
}

export function qualified(relation: string): string {
  return `${READ_MODEL_SCHEMA}.${relation}`;
}

/** The columns in the order in which they are created, `position` last. */
export function columnNames(table: ReadModelTable): readonly string[] {
  return [...Object.keys(table.columns), 'position'];
}

export function createTableSql(table: ReadModelTable, relation: string): string {
  const columns = Object.entries(table.columns).map(([column, type]) => {
    const nullable = type.endsWith('?') ? '' : ' NOT NULL';
    return `${column} ${SQL_TYPES[kindOf(type)]}${column === table.key ? ' PRIMARY KEY' : nullable}`;
  });
  return `CREATE TABLE IF NOT EXISTS ${qualified(relation)} (${columns.join(', ')}, position bigint NOT NULL)
    WITH (fillfactor = ${table.fillFactor})`;
}

export function createIndexSql(relation: string, index: Index): string {
  const unique = index.unique ? 'UNIQUE ' : '';
  const where = index.where ? ` WHERE ${index.where}` : '';
  const using = index.method ? ` USING ${index.method.using}` : '';
  const settings = index.method ? ` WITH (${index.method.settings})` : '';
  const name = `${relation}_${index.name}`;
  return `CREATE ${unique}INDEX IF NOT EXISTS ${name} ON ${qualified(relation)}${using} (${index.on})${settings}${where}`;
}

export function createViewSql(table: ReadModelTable, relation: string): string {
  return `CREATE OR REPLACE VIEW ${qualified(table.name)} AS SELECT ${columnNames(table).join(', ')} FROM ${qualified(relation)}`;
}
