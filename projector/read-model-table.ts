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
}

export interface ReadModelTable<N extends ReadModelName = ReadModelName> {
  readonly name: N;
  readonly shape: ReadModelShape;
  readonly indexes: readonly Index[];
  /** Columns of JSON that rows in memory have parsed, so that a fold need not do it for each event. */
  readonly parsed: ReadonlySet<string>;
}

/** Finds what changed after a position: for the readers that tell open pages what to read anew. */
export const BY_POSITION: Index = { name: 'position', on: 'position' };

/** The table of a read model: columns are the contract's, indexes follow from the queries. */
export function readModelTable<N extends ReadModelName>(
  name: N,
  indexes: readonly Index[],
  parsed: readonly string[] = [],
): ReadModelTable<N> {
  return { name, shape: readModels[name], indexes, parsed: new Set(parsed) };
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
  return `CREATE TABLE IF NOT EXISTS ${qualified(relation)} (${columns.join(', ')}, position bigint NOT NULL)`;
}

export function createIndexSql(relation: string, index: Index): string {
  const unique = index.unique ? 'UNIQUE ' : '';
  const where = index.where ? ` WHERE ${index.where}` : '';
  const name = `${relation}_${index.name}`;
  return `CREATE ${unique}INDEX IF NOT EXISTS ${name} ON ${qualified(relation)} (${index.on})${where}`;
}

export function createViewSql(table: ReadModelTable, relation: string): string {
  return `CREATE OR REPLACE VIEW ${qualified(table.name)} AS SELECT ${columnNames(table).join(', ')} FROM ${qualified(relation)}`;
}
