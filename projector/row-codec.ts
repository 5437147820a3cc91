import type { ColumnKind } from '@perktree/contracts/read-models';
import type { AnyRow } from './projection.ts';
import { kindOf, type ReadModelTable } from './read-model-table.ts';

/** What `pg` hands over, as rows in memory have it: times as ISO 8601 UTC, bigints as bigints. */
const FROM_POSTGRES: Record<ColumnKind, (value: unknown) => unknown> = {
  uuid: (value) => value,
  text: (value) => value,
  integer: (value) => value,
  bigint: (value) => BigInt(value as string),
  decimal: Number,
  boolean: (value) => value,
  timestamp: (value) => (value as Date).toISOString(),
  // Selected as text, since pg makes a Date in the local time zone of a date.
  date: (value) => value,
};

/** The select list: every column of the table and its position. */
export function selectList(table: ReadModelTable): string {
  const columns = Object.entries(table.shape.columns).map(([column, type]) =>
    kindOf(type) === 'date' ? `${column}::text AS ${column}` : column,
  );
  return [...columns, 'position'].join(', ');
}

/** A row as `pg` answers it, without its position. */
export function rowFromPostgres(table: ReadModelTable, record: Readonly<Record<string, unknown>>): AnyRow {
  const row: Record<string, unknown> = {};
  for (const [column, type] of Object.entries(table.shape.columns)) {
    const value = record[column];
    row[column] = value === null ? null : FROM_POSTGRES[kindOf(type)](value);
  }
  return row;
}
