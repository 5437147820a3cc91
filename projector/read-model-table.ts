import {
  type Column,
  type ColumnKind,
  READ_MODEL_SCHEMA,
  type ReadModelName,
  type ReadModelShape,
  readModels,
} from '@perktree/contracts/read-models';

export interface Index {
  /** What the index is for, as the end of its name. */
  readonly name: string;
  /** SQL between the parentheses. */
  readonly on: string;
  readonly unique?: boolean;
  /** SQL of a partial index's condition. */
  readonly where?: string;
  /** SQL of another method than a B-tree, and of its settings. */
  readonly method?: { readonly using: string; readonly settings: string };
  /** The index of an earlier version that this one stands in for. */
  readonly replaces?: string;
}

export interface ReadModelTable<N extends ReadModelName = ReadModelName> {
  readonly name: N;
  readonly shape: ReadModelShape;
  readonly indexes: readonly Index[];
  /** Columns of JSON that rows in memory have parsed, so that a fold need not do it for each event. */
  readonly parsed: ReadonlySet<string>;
  /** Percent of a page that new rows fill: the rest is for what they become. */
  readonly fillFactor: number;
}

/** Finds what changed after a position: for the readers that tell open pages what to read anew. */
export const BY_POSITION: Index = { name: 'position', on: 'position' };

/**
 * The same where rows change again and again. With an entry for each position, every change of a row would be a new entry
 * in all indexes of its table; this one keeps the positions of 16 pages at a time, so that Postgres (16 and later) lets the
 * others be, as long as the row's new version finds room on its page (`fillFactor`). Pages that are new are summarised by
 * the server within a minute, and read through until then.
 */
export const BY_POSITION_OFTEN_CHANGED: Index = {
  name: 'changed',
  on: 'position',
  method: { using: 'brin', settings: 'pages_per_range = 16, autosummarize = on' },
  replaces: BY_POSITION.name,
};

const FULL = 100;

/** The table of a read model: columns are the contract's, indexes follow from the queries. */
export function readModelTable<N extends ReadModelName>(
  name: N,
  indexes: readonly Index[],
  { parsed = [], fillFactor = FULL }: { readonly parsed?: readonly string[]; readonly fillFactor?: number } = {},
): ReadModelTable<N> {
  return { name, shape: readModels[name], indexes, parsed: new Set(parsed), fillFactor };
}

export const SQL_TYPES: Record<ColumnKind, string> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'numeric(9,2)',
  boolean: 'boolean',
  timestamp: 'timestamptz',
  date: 'date',
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
  return [...Object.keys(table.shape.columns), 'position'];
}

export function createTableSql(table: ReadModelTable, relation: string): string {
  const columns = Object.entries(table.shape.columns).map(([column, type]) => {
    const nullable = type.endsWith('?') ? '' : ' NOT NULL';
    return `${column} ${SQL_TYPES[kindOf(type)]}${column === table.shape.key ? ' PRIMARY KEY' : nullable}`;
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
