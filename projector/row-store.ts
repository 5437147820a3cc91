import type { ClientBase, Pool } from 'pg';
import { copyLines, escaped, NULL } from './copy-in.ts';
import type { Slot } from './fold.ts';
import { columnNames, kindOf, qualified, type ReadModelTable, SQL_TYPES } from './read-model-table.ts';
import { rowFromPostgres, selectList } from './row-codec.ts';

/** Most rows of one statement. */
const CHUNK = 1000;

/** The rows with these keys, in one statement. Keys without a row are not in the answer. */
export async function loadSlots(
  client: ClientBase | Pool,
  table: ReadModelTable,
  relation: string,
  keys: readonly string[],
): Promise<Map<string, Slot>> {
  const slots = new Map<string, Slot>();
  if (keys.length === 0) return slots;
  const { key } = table.shape;
  const { rows } = await client.query<Record<string, unknown>>({
    // Prepared: a batch of a few events, as most are, would else plan for longer than it works.
    name: `load ${relation}`,
    text: `SELECT ${selectList(table)} FROM ${qualified(relation)} WHERE ${key} = ANY($1::${keyType(table)}[])`,
    values: [keys],
  });
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
    const values = [...columns, chunk.map(({ position }) => position)];
    await client.query({ name: `save ${relation}`, text: sql, values });
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
  const columns = Object.entries(table.shape.columns).map(([name, type]) => ({
    name,
    isText: kindOf(type) === 'text',
  }));
  const lines = slots.map(({ row, position }) => {
    let line = '';
    for (const { name, isText } of columns) {
      const value = row[name];
      // Of the others none holds a character that COPY takes for its own.
      line += value === null || value === undefined ? NULL : isText ? escaped(value as string) : `${value}`;
      line += '\t';
    }
    return `${line}${position}\n`;
  });
  await copyLines(client, qualified(relation), columnNames(table), lines);
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
