import type { Slot } from '../live/fold.ts';
import { kindOf, type ReadModelTable } from '../tables/read-model-table.ts';

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
export function toCopyText(table: ReadModelTable, slots: readonly Slot[]): readonly string[] {
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
