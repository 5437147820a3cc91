import { type AnyRow, type ColumnKind, kindOf, type ReadModelTable } from './read-model-table.ts';

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
export function selectList(table: ReadModelTable): string {
  return `${codecOf(table).selected}, position`;
}

/** Converts the fields of the select list to a row, without its position. */
export function rowFromText(table: ReadModelTable, fields: readonly (string | null)[]): AnyRow {
  const row: Record<string, unknown> = {};
  const { read } = codecOf(table);
  for (let at = 0; at < read.length; at += 1) {
    const [column, reader] = read[at] as Codec['read'][number];
    const text = fields[at] ?? null;
    row[column] = text === null ? null : reader(text);
  }
  return row;
}
