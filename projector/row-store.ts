import type { ClientBase } from 'pg';
import { copyText } from './copy-text.ts';
import type { Slot } from './fold.ts';
import { askAtOnce, type Statement, type TextRow } from './pipeline.ts';
import { columnNames, kindOf, qualified, type ReadModelTable, SQL_TYPES } from './read-model-table.ts';
import { rowFromText, selectList } from './row-codec.ts';

/** Most rows of one statement. */
const CHUNK = 1000;

/** The rows with these keys, in one statement. Keys without a row are not in the answer. */
export async function loadSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  keys: readonly string[],
): Promise<Map<string, Slot>> {
  if (keys.length === 0) return new Map();
  const [rows = []] = await askAtOnce(client, [loadStatement(table, relation, keys)]);
  return slotsFrom(table, rows);
}

export function loadStatement(table: ReadModelTable, relation: string, keys: readonly string[]): Statement {
  return {
    name: `projector load ${relation}`,
    text: selectSql(table, relation),
    values: [keys],
    columns: columnNames(table),
  };
}

/** What the statement has answered, by the keys of the rows. */
export function slotsFrom(table: ReadModelTable, rows: readonly TextRow[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const { key } = table.shape;
  for (const fields of rows) {
    const row = rowFromText(table, fields);
    slots.set(String(row[key]), { row, position: BigInt(fields.at(-1) ?? 0) });
  }
  return slots;
}

/** Inserts or replaces rows, a thousand a statement. */
export async function saveSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length > 0) await askAtOnce(client, saveStatements(table, relation, slots));
}

export function saveStatements(table: ReadModelTable, relation: string, slots: readonly Slot[]): readonly Statement[] {
  const [name, text] = [`projector save ${relation}`, upsertSql(table, relation)];
  const statements: Statement[] = [];
  for (let from = 0; from < slots.length; from += CHUNK) {
    const chunk = slots.length > CHUNK ? slots.slice(from, from + CHUNK) : slots;
    const columns = Object.keys(table.shape.columns).map((column) => chunk.map(({ row }) => row[column] ?? null));
    statements.push({ name, text, values: [...columns, chunk.map(({ position }) => position)], columns: [] });
  }
  return statements;
}

/** Rows with keys that are new, by COPY. */
export async function insertSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length > 0) await askAtOnce(client, [copyStatement(table, relation, slots)]);
}

/** Rows with keys that are new; fails where one is not. */
export function copyStatement(table: ReadModelTable, relation: string, slots: readonly Slot[]): Statement {
  const copied = { slots, text: () => copyText(table, slots) };
  return { name: `projector copy ${relation}`, text: copySql(table, relation), values: [], columns: [], copied };
}

function keyType(table: ReadModelTable): string {
  const column = table.shape.columns[table.shape.key];
  return column === undefined ? 'text' : SQL_TYPES[kindOf(column)];
}

/** Texts by table and relation, each made once. */
function remembered(make: (table: ReadModelTable, relation: string) => string) {
  const known = new WeakMap<ReadModelTable, Map<string, string>>();
  return (table: ReadModelTable, relation: string) => {
    const texts = known.get(table) ?? new Map<string, string>();
    known.set(table, texts);
    const text = texts.get(relation) ?? make(table, relation);
    texts.set(relation, text);
    return text;
  };
}

const selectSql = remembered(
  (table, relation) =>
    `SELECT ${selectList(table)} FROM ${qualified(relation)} WHERE ${table.shape.key} = ANY($1::${keyType(table)}[])`,
);

const copySql = remembered(
  (table, relation) => `COPY ${qualified(relation)} (${columnNames(table).join(', ')}) FROM STDIN`,
);

/** One array a column: the statement's text stays the same for any number of rows. */
const upsertSql = remembered((table, relation) => {
  const names = columnNames(table);
  const types = [...Object.values(table.shape.columns).map((column) => SQL_TYPES[kindOf(column)]), 'bigint'];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const updates = names.filter((name) => name !== table.shape.key).map((name) => `${name} = EXCLUDED.${name}`);
  return `INSERT INTO ${qualified(relation)} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT (${table.shape.key}) DO UPDATE SET ${updates.join(', ')}`;
});
