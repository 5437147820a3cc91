import Papa from 'papaparse';
import {
  type BulkColumn,
  type BulkRow,
  COLUMNS,
  MAX_ROWS,
  type Problem,
  REQUIRED_COLUMNS,
  type Rule,
} from './check-row.ts';

/**
 * Parses a CSV with a header; comma, semicolon or tab. Empty rows are skipped. It reports problems of the file;
 * `checkRow` checks the cells.
 */
export function readRows(text: string): { rows: BulkRow[]; problems: Problem[] } {
  const parsed = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const broken = parsed.errors.filter(({ type }) => type === 'Quotes');
  const quotes = broken.map(({ row }): Problem => ({ row: (row ?? 0) + 1, column: null, rule: 'quotes' }));
  const [titles = [], ...records] = parsed.data.map((cells) => cells.map((cell) => cell.trim()));
  const filled = records
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const problems = [...quotes, ...problemsOfTitles(titles)];
  if (filled.length === 0) problems.push({ row: null, column: null, rule: 'empty' });
  if (filled.length > MAX_ROWS) problems.push({ row: null, column: null, rule: 'tooManyRows' });
  for (const { number, cells } of filled) {
    if (cells.slice(titles.length).some((cell) => cell !== '')) {
      problems.push({ row: number, column: null, rule: 'tooManyCells' });
    }
  }
  return { rows: filled.map(({ number, cells }) => ({ number, fields: fieldsOf(titles, cells) })), problems };
}

/** The most frequent separator in the header: texts in later rows may contain any. */
function separatorOf(text: string): string {
  const titles = text.split(/[\r\n]/, 1)[0] ?? '';
  const count = (separator: string) => titles.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function problemsOfTitles(titles: readonly string[]): Problem[] {
  const of = (column: string, rule: Rule): Problem => ({ row: null, column, rule });
  const given = titles.filter((title) => title !== '');
  return [
    ...given.filter((title) => columnOf(title) === undefined).map((title) => of(title, 'unknownColumn')),
    ...COLUMNS.filter((column) => given.filter((title) => columnOf(title) === column).length > 1).map((column) =>
      of(column, 'repeatedColumn'),
    ),
    ...REQUIRED_COLUMNS.filter((column) => !given.some((title) => columnOf(title) === column)).map((column) =>
      of(column, 'missingColumn'),
    ),
  ];
}

function columnOf(title: string): BulkColumn | undefined {
  return COLUMNS.find((column) => column.toLowerCase() === title.toLowerCase());
}

function fieldsOf(titles: readonly string[], cells: readonly string[]): BulkRow['fields'] {
  const cell = (column: BulkColumn) => cells[titles.findIndex((title) => columnOf(title) === column)] ?? '';
  return Object.fromEntries(COLUMNS.map((column) => [column, cell(column)])) as Record<BulkColumn, string>;
}
