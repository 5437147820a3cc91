import type { ClientBase } from 'pg';
import { copyIn } from './copy-in.ts';
import type { Slot } from './fold.ts';
import { columnNames, kindOf, qualified, type ReadModelTable, SQL_TYPES } from './read-model-table.ts';
import { rowFromPostgres, selectList } from './row-codec.ts';

/** Most rows of one statement. */
const CHUNK = 1000;

/** The rows with these keys, in one statement. Keys without a row are not in the answer. */
export async function loadSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  keys: readonly string[],
): Promise<Map<string, Slot>> {
  const slots = new Map<string, Slot>();
  if (keys.length === 0) return slots;
  const { key } = table.shape;
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selectList(table)} FROM ${qualified(relation)} WHERE ${key} = ANY($1::${keyType(table)}[])`,
    [keys],
  );
  for (const record of rows) {
    slots.set(String(record[key]), {
      row: rowFromPostgres(table, record),
      position: BigInt(record.position as string),
    });
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
  const sql = upsertSql(table, relation);
  for (let from = 0; from < slots.length; from += CHUNK) {
    const chunk = slots.slice(from, from + CHUNK);
    const columns = Object.keys(table.shape.columns).map((column) => chunk.map(({ row }) => row[column] ?? null));
    await client.query(sql, [...columns, chunk.map(({ position }) => position)]);
  }
}

/** Rows with keys that are new, by COPY. */
export async function insertSlots(
  client: ClientBase,
  table: ReadModelTable,
  relation: string,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  const columns = Object.keys(table.shape.columns);
  const values = slots.map(({ row, position }) => [...columns.map((column) => textOf(row[column])), `${position}`]);
  await copyIn(client, qualified(relation), columnNames(table), values);
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function keyType(table: ReadModelTable): string {
  const column = table.shape.columns[table.shape.key];
  return column === undefined ? 'text' : SQL_TYPES[kindOf(column)];
}

/** One array a column: the statement's text stays the same for any number of rows. */
function upsertSql(table: ReadModelTable, relation: string): string {
  const names = columnNames(table);
  const types = [...Object.values(table.shape.columns).map((column) => SQL_TYPES[kindOf(column)]), 'bigint'];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const updates = names.filter((name) => name !== table.shape.key).map((name) => `${name} = EXCLUDED.${name}`);
  return `INSERT INTO ${qualified(relation)} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT (${table.shape.key}) DO UPDATE SET ${updates.join(', ')}`;
}
