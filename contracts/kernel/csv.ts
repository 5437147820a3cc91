export interface CsvColumn<Row> {
  readonly title: string;
  /** Null is an empty cell. */
  readonly value: (row: Row) => string | number | null;
  /** What the text of a value is; left out: a text. A spreadsheet has it as a cell of this kind. */
  readonly kind?: CellKind | undefined;
}

/** The files that a list is also answered as. */
export const LIST_FILES = ['csv', 'xlsx'] as const;
export type ListFile = (typeof LIST_FILES)[number];

/** `number`: a decimal, with the decimals of its currency. `time`: ISO 8601 with its distance from UTC. */
export type CellKind = 'number' | 'time';

/** `comma`: commas between cells, decimals with a point. `semicolon`: decimals with a comma, as spreadsheets in Spanish read them. */
export const CSV_FORMATS = ['comma', 'semicolon'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** Byte order mark: makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** What spreadsheets take for the beginning of a formula, the full-width forms too; also behind white space. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
export const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180) under a line of titles. A text that a spreadsheet would run as a formula (a customer can be
 * called `=HYPERLINK(…)`) gets an apostrophe in front; plain numbers, negative ones too, stay numbers.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], format: CsvFormat): string {
  return csvHead(columns, format) + csvLines(columns, rows, format);
}

/** The line of titles, with which a file begins. */
export function csvHead(columns: readonly CsvColumn<never>[], format: CsvFormat): string {
  return (
    BYTE_ORDER_MARK +
    csvLine(
      columns.map(({ title }) => title),
      format,
    )
  );
}

export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], format: CsvFormat): string {
  // A name or a reference keeps its point.
  const cell = ({ value, kind }: CsvColumn<Row>, row: Row) => {
    const found = value(row);
    return cellText(found, kind === undefined && typeof found === 'string' ? 'comma' : format);
  };
  return rows
    .map((row) =>
      joined(
        columns.map((column) => cell(column, row)),
        format,
      ),
    )
    .join('');
}

/** One row; formulas are defused as in `csvOf`. */
export const csvLine = (cells: readonly (string | number | null)[], format: CsvFormat = 'comma') =>
  joined(
    cells.map((cell) => cellText(cell, format)),
    format,
  );

const joined = (cells: readonly string[], format: CsvFormat) => `${cells.join(format === 'comma' ? ',' : ';')}\r\n`;

function cellText(value: string | number | null, format: CsvFormat): string {
  if (value === null) return '';
  const text = String(value);
  if (PLAIN_NUMBER.test(text)) return format === 'comma' ? text : text.replace('.', ',');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
