import type { ClientBase } from 'pg';
import type { Slot } from '../live/fold.ts';
import type { Unwritten } from '../live/rows-at-hand.ts';
import { runPipeline, type SqlStatement, type TextRow } from './pipeline.ts';
import type { AnyRow, ColumnKind } from './read-model-table.ts';
import { columnNames, kindOf, qualified, type ReadModelTable, SQL_TYPES } from './read-model-table.ts';

/** Characters of a piece: larger ones stay in memory longer, smaller ones take more messages. */
const PIECE = 60_000;

interface Columns {
  readonly names: readonly string[];
  /** Whether the column may contain characters that COPY requires to be escaped. */
  readonly isText: readonly boolean[];
}

const known = new WeakMap<ReadModelTable, Columns>();

function columnsOf(table: ReadModelTable): Columns {
  const found = known.get(table);
  if (found !== undefined) return found;
  const entries = Object.entries(table.columns);
  const columns = { names: entries.map(([name]) => name), isText: entries.map(([, type]) => kindOf(type) === 'text') };
  known.set(table, columns);
  return columns;
}

/** Rows in the text format of COPY, their position last, in pieces of about `PIECE` characters. */
function toCopyText(table: ReadModelTable, slots: readonly Slot[]): readonly string[] {
  const { names, isText } = columnsOf(table);
  const pieces: string[] = [];
  let piece = '';
  for (const { row, position } of slots) {
    for (let at = 0; at < names.length; at += 1) {
      const value = row[names[at] as string];
      if (value === null || value === undefined) piece += NULL;
      else if (!isText[at]) piece += value;
      else piece += escaped(typeof value === 'string' ? value : JSON.stringify(value));
      piece += '\t';
    }
    piece += `${position}\n`;
    if (piece.length < PIECE) continue;
    pieces.push(piece);
    piece = '';
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** A null in the text format of COPY. */
export const NULL = '\\N';

const HAS_SPECIAL = /[\\\n\r\t]/;
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a text for the text format of COPY. */
export function escaped(value: string): string {
  return HAS_SPECIAL.test(value) ? value.replace(SPECIAL, (character) => ESCAPES[character] ?? character) : value;
}

type Reader = (text: string) => unknown;
const asItIs: Reader = (text) => text;

/** Converts the selected text of a column to its value in memory. */
const FROM_TEXT: Record<ColumnKind, Reader> = {
  uuid: asItIs,
  text: asItIs,
  integer: Number,
  bigint: BigInt,
  decimal: Number,
  boolean: (text) => text === 't',
  timestamp: asItIs,
  date: asItIs,
};

interface Codec {
  readonly selected: string;
  readonly read: readonly (readonly [column: string, read: Reader])[];
}

const codecs = new WeakMap<ReadModelTable, Codec>();

function codecOf(table: ReadModelTable): Codec {
  const found = codecs.get(table);
  if (found !== undefined) return found;
  const columns = Object.entries(table.columns);
  const codec: Codec = {
    selected: columns.map(([column, type]) => selected(column, kindOf(type))).join(', '),
    read: columns.map(([column, type]) => [column, table.parsed.has(column) ? JSON.parse : FROM_TEXT[kindOf(type)]]),
  };
  codecs.set(table, codec);
  return codec;
}

/** SQL of a column whose text is independent of the session's time zone and date style. */
function selected(column: string, kind: ColumnKind): string {
  if (kind === 'timestamp')
    return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;
  return kind === 'date' ? `to_char(${column}, 'YYYY-MM-DD') AS ${column}` : column;
}

/** The select list: every column of the table and its position, last. */
function selectList(table: ReadModelTable): string {
  return `${codecOf(table).selected}, position`;
}

/** Converts the fields of the select list to a row, without its position. */
function rowFromText(table: ReadModelTable, fields: readonly (string | null)[]): AnyRow {
  const row: Record<string, unknown> = {};
  const { read } = codecOf(table);
  for (let at = 0; at < read.length; at += 1) {
    const [column, reader] = read[at] as Codec['read'][number];
    const text = fields[at] ?? null;
    row[column] = text === null ? null : reader(text);
  }
  return row;
}

/** Most rows of one statement. */
const CHUNK = 1000;
/** Least rows for COPY, which is planned on each use. */
const LEAST_COPIED = 30;
/** Most rows for scalar parameters, whose statement is planned once. Array statements are planned on each use. */
const FEW = 6;

/** The rows with these keys, in one statement. Keys without a row are not in the answer. */
export async function loadSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  keys: readonly string[],
): Promise<Map<string, Slot>> {
  if (keys.length === 0) return new Map();
  const [rows = []] = await runPipeline(client, [loadStatement(table, relation, keys)]);
  return slotsFrom(table, rows);
}

export function loadStatement(table: ReadModelTable, relation: string, keys: readonly string[]): SqlStatement {
  const few = fewOf(keys);
  return few === null
    ? { name: `projector load ${relation}`, text: selectSql(table, relation), values: [keys] }
    : { name: `projector load ${few} ${relation}`, text: selectSql(table, relation, few), values: keys };
}

/** The rows that the statement returned, by key. */
export function slotsFrom(table: ReadModelTable, rows: readonly TextRow[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const { key } = table;
  for (const fields of rows) {
    const row = rowFromText(table, fields);
    slots.set(String(row[key]), { row, position: BigInt(fields.at(-1) ?? 0) });
  }
  return slots;
}

/** Writes folded rows. Many new ones are written by COPY, which costs the server less, but fails if a row already exists. */
export function writeStatements(
  table: ReadModelTable,
  relation: string,
  { fresh, changed }: Unwritten,
): readonly SqlStatement[] {
  if (fresh.length < LEAST_COPIED) return saveStatements(table, relation, [...fresh, ...changed]);
  return [copyStatement(table, relation, fresh), ...saveStatements(table, relation, changed)];
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

function copyStatement(table: ReadModelTable, relation: string, slots: readonly Slot[]): SqlStatement {
  const copied = { slots, text: () => toCopyText(table, slots) };
  return { name: `projector copy ${relation}`, text: copySql(table, relation), values: [], copied };
}

function keyType(table: ReadModelTable): string {
  const column = table.columns[table.key];
  return column === undefined ? 'text' : SQL_TYPES[kindOf(column)];
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
  const type = keyType(table);
  const wanted = Array.from({ length: rows }, (_, index) => `$${index + 1}::${type}`);
  const condition = rows === 0 ? `= ANY($1::${type}[])` : `IN (${wanted.join(', ')})`;
  return `SELECT ${selectList(table)} FROM ${qualified(relation)} WHERE ${table.key} ${condition}`;
});

const copySql = remembered(
  (table, relation) => `COPY ${qualified(relation)} (${columnNames(table).join(', ')}) FROM STDIN`,
);

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
