import type { Slot } from '../live/fold.ts';
import type { SqlStatement, TextRow } from './pipeline.ts';
import { type ColumnKind, columnNames, kindOf, qualified, type ReadModelTable, SQL_TYPES } from './read-model-table.ts';

type Reader = (text: string) => unknown;

/** Converts the selected text of a column to its value in memory; absent: the text itself. */
const FROM_TEXT: Partial<Record<ColumnKind, Reader>> = {
  integer: Number,
  bigint: BigInt,
  decimal: Number,
  boolean: (text) => text === 't',
};

const readers = new WeakMap<ReadModelTable, readonly (readonly [column: string, read: Reader])[]>();

function readersOf(table: ReadModelTable) {
  const known =
    readers.get(table) ??
    Object.entries(table.columns).map(([column, type]) => {
      const read = table.parsed.has(column) ? JSON.parse : FROM_TEXT[kindOf(type)];
      return [column, read ?? ((text: string) => text)] as const;
    });
  readers.set(table, known);
  return known;
}

/** SQL of a column whose text is independent of the session's time zone. */
const selected = (column: string, kind: ColumnKind): string =>
  kind === 'timestamp' ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}` : column;

/** Most rows of one statement. */
const CHUNK = 1000;
/** Most rows for scalar parameters, whose statement is planned once. Array statements are planned on each use. */
const FEW = 6;

/** Selects the rows with these keys; those without a row are not in the answer. */
export function loadStatement(table: ReadModelTable, relation: string, keys: readonly string[]): SqlStatement {
  const few = fewOf(keys);
  return few === null
    ? { name: `projector load ${relation}`, text: selectSql(table, relation), values: [keys] }
    : { name: `projector load ${few} ${relation}`, text: selectSql(table, relation, few), values: keys };
}

/** The rows that the statement returned, by key. */
export function slotsFrom(table: ReadModelTable, rows: readonly TextRow[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const columns = readersOf(table);
  for (const fields of rows) {
    const row: Record<string, unknown> = {};
    for (const [at, [column, read]] of columns.entries()) {
      const text = fields[at] ?? null;
      row[column] = text === null ? null : read(text);
    }
    slots.set(String(row[table.key]), { row, position: BigInt(fields.at(-1) ?? 0) });
  }
  return slots;
}

/** Inserts or replaces rows, at most a thousand per statement. */
export function saveStatements(
  table: ReadModelTable,
  relation: string,
  slots: readonly Slot[],
): readonly SqlStatement[] {
  const few = fewOf(slots);
  if (few !== null) {
    const [name, text] = [`projector save ${few} ${relation}`, upsertSql(table, relation, few)];
    const columns = Object.keys(table.columns);
    const values = slots.flatMap(({ row, position }) => [...columns.map((column) => scalar(row[column])), position]);
    return [{ name, text, values }];
  }
  const [name, text] = [`projector save ${relation}`, upsertSql(table, relation)];
  const statements: SqlStatement[] = [];
  for (let from = 0; from < slots.length; from += CHUNK) {
    const chunk = slots.length > CHUNK ? slots.slice(from, from + CHUNK) : slots;
    const columns = Object.keys(table.columns).map((column) => chunk.map(({ row }) => row[column] ?? null));
    statements.push({ name, text, values: [...columns, chunk.map(({ position }) => position)] });
  }
  return statements;
}

/** The number of rows; null for none, or for more than a few. */
function fewOf(items: readonly unknown[]): number | null {
  return items.length > 0 && items.length <= FEW ? items.length : null;
}

/** An object is sent as JSON. */
function scalar(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Caches statement texts by table, relation and number of rows (0: any). */
function remembered(make: (table: ReadModelTable, relation: string, rows: number) => string) {
  const known = new WeakMap<ReadModelTable, Map<string, string>>();
  return (table: ReadModelTable, relation: string, rows = 0) => {
    const texts = known.get(table) ?? new Map<string, string>();
    known.set(table, texts);
    const key = `${rows} ${relation}`;
    const text = texts.get(key) ?? make(table, relation, rows);
    texts.set(key, text);
    return text;
  };
}

const selectSql = remembered((table, relation, rows) => {
  const type = SQL_TYPES[kindOf(table.columns[table.key] ?? 'text')];
  const wanted = Array.from({ length: rows }, (_, index) => `$${index + 1}::${type}`);
  const condition = rows === 0 ? `= ANY($1::${type}[])` : `IN (${wanted.join(', ')})`;
  const columns = Object.entries(table.columns).map(([column, kind]) => selected(column, kindOf(kind)));
  return `SELECT ${columns.join(', ')}, position FROM ${qualified(relation)} WHERE ${table.key} ${condition}`;
});

/** One parameter per column of each row, or, for any number of rows, one array per column. */
const upsertSql = remembered((table, relation, rows) => {
  const names = columnNames(table);
  const types = [...Object.values(table.columns).map((column) => SQL_TYPES[kindOf(column)]), 'bigint'];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const tuple = (row: number) => types.map((type, index) => `$${row * types.length + index + 1}::${type}`).join(', ');
  const tuples = Array.from({ length: rows }, (_, row) => `(${tuple(row)})`).join(', ');
  const source = rows === 0 ? `SELECT * FROM unnest(${arrays.join(', ')})` : `VALUES ${tuples}`;
  const updates = names.filter((name) => name !== table.key).map((name) => `${name} = EXCLUDED.${name}`);
  return `INSERT INTO ${qualified(relation)} (${names.join(', ')}) ${source}
    ON CONFLICT (${table.key}) DO UPDATE SET ${updates.join(', ')}`;
});
