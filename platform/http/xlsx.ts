import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type CellKind, type CsvColumn, PLAIN_NUMBER } from '@perktree/contracts/kernel/csv';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { Zip, ZipDeflate } from 'fflate';

/** Rows of a sheet, its titles among them: a limit of the format. */
const MAX_ROWS = 1_048_576;
/** Characters of a cell: a limit of the format. */
const MAX_CHARACTERS = 32_767;
/** Digits that a cell keeps of a number; a longer one stays a text. */
const MAX_DIGITS = 15;
/** Rows written in one go: 9 ms for 19 columns. */
const ROWS_AT_ONCE = 100;
/** Widths of columns, in characters. */
const WIDTHS = { number: 14, time: 32, text: 24 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PARTS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${PARTS}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PARTS}.worksheet+xml"/></Types>`;
const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_PARTS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`;
const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Formats of numbers by their place among the styles: general, bold titles, texts, then those that the rows need. */
class Styles {
  private readonly formats = new Map<string, number>();

  of(format: string): number {
    const known = this.formats.get(format);
    if (known !== undefined) return known;
    const place = 3 + this.formats.size;
    this.formats.set(format, place);
    return place;
  }

  xml(): string {
    const own = [...this.formats];
    const formats = own.map(([code, n]) => `<numFmt numFmtId="${200 + n}" formatCode="${textOf(code)}"/>`).join('');
    const cell = (format: number, font = 0) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
    const cells = [cell(0), cell(TEXT_FORMAT, 1), cell(TEXT_FORMAT), ...own.map(([, n]) => cell(200 + n))];
    const font = '<sz val="11"/><name val="Calibri"/>';
    return `${XML}<styleSheet xmlns="${MAIN}">${own.length === 0 ? '' : `<numFmts count="${own.length}">${formats}</numFmts>`}<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}
/** Of the format: "@". A cell that is edited stays a text, so `=1+1` does not become a formula. */
const TEXT_FORMAT = 49;
const [GENERAL, TITLE, TEXT] = [0, 1, 2];

/**
 * Rows as a spreadsheet under a line of titles that stays in sight. Texts are never formulas; decimals and times are numbers and
 * dates, by the kind of their column. Dates are those of the column's texts, whose distance from UTC stands behind them.
 * Holds one batch at a time.
 */
export const xlsxOf = <Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Readable => Readable.from(bytesOf(columns, batches));

async function* bytesOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  const encoder = new TextEncoder();
  const part = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(encoder.encode(text), isLast);
  };
  const styles = new Styles();
  const letters = columns.map((_, n) => lettersOf(n));
  const rowOf = (row: Row, line: number) => {
    const cells = columns.map(({ value, kind }, n) => cellOf(value(row), kind, `${letters[n]}${line}`, styles));
    return `<row r="${line}">${cells.join('')}</row>`;
  };
  const sheet = part('xl/worksheets/sheet1.xml');
  sheet(sheetHead(columns));
  let line = 1;
  for await (const rows of batches) {
    if (line + rows.length > MAX_ROWS) throw new Error(`a sheet holds ${MAX_ROWS} rows`);
    for (let n = 0; n < rows.length; n += ROWS_AT_ONCE) {
      const some = rows.slice(n, n + ROWS_AT_ONCE);
      sheet(some.map((row, at) => rowOf(row, line + 1 + n + at)).join(''));
      yield* written.splice(0);
      // Yield to other requests.
      await setImmediate();
    }
    line += rows.length;
  }
  sheet('</sheetData></worksheet>', true);
  for (const [name, text] of [
    ['xl/styles.xml', styles.xml()],
    ['xl/workbook.xml', WORKBOOK],
    ['xl/_rels/workbook.xml.rels', WORKBOOK_PARTS],
    ['_rels/.rels', ROOT],
    ['[Content_Types].xml', CONTENT_TYPES],
  ] as const) {
    part(name)(text, true);
  }
  zip.end();
  yield* written;
}

function sheetHead(columns: readonly CsvColumn<never>[]): string {
  const widths = columns.map(({ kind, title }, n) => {
    const width = Math.max(WIDTHS[kind ?? 'text'], title.length + 2);
    return `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`;
  });
  const titles = columns.map(({ title }, n) => textCell(title, TITLE, `${lettersOf(n)}1`)).join('');
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles}</row>`;
}

/** "A" to "Z", then "AA". */
const lettersOf = (n: number): string => {
  const letter = String.fromCharCode(65 + (n % 26));
  return n < 26 ? letter : lettersOf(Math.floor(n / 26) - 1) + letter;
};

function cellOf(value: string | number | null, kind: CellKind | undefined, address: string, styles: Styles): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return numberCell(value, GENERAL, address);
  if (kind === 'number' && PLAIN_NUMBER.test(value) && value.replace(/\D/g, '').length <= MAX_DIGITS) {
    const [, decimals = ''] = value.split('.');
    const format = `#,##0${decimals === '' ? '' : `.${'0'.repeat(decimals.length)}`}`;
    return numberCell(value, styles.of(format), address);
  }
  const time = kind === 'time' && TIME.exec(value);
  if (time) {
    const [, clock, zone] = time;
    const serial = Date.parse(`${clock}Z`) / DAY_MS + DAYS_BEFORE_1970;
    // Rounded to less than a millisecond.
    const format = `yyyy-mm-dd hh:mm:ss "${zone === 'Z' ? 'UTC' : zone}"`;
    return numberCell(serial.toFixed(9), styles.of(format), address);
  }
  return textCell(value, TEXT, address);
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)$/;
/** Day 1 is 1 January 1900, and the format has a 29 February of that year. */
const DAYS_BEFORE_1970 = 25_569;

const numberCell = (value: string | number, style: number, address: string) =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;

const textCell = (text: string, style: number, address: string) =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textOf(text.slice(0, MAX_CHARACTERS))}</t></is></c>`;

/** Characters that XML cannot hold; half a surrogate pair is one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;
/** What the format reads as an escaped character: "_x0041_" is "A". */
const ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

const textOf = (text: string) =>
  text
    .replace(NOT_IN_XML, '')
    .replace(ESCAPED, '_x005F_')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
