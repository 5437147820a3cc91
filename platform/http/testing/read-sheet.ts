import { type Cell, readXlsx, type Sheet } from 'hucre/xlsx';

/** The sheet of a file in .xlsx, as another library reads it. */
export async function readSheet(file: Uint8Array): Promise<{
  readonly sheet: Sheet;
  /** Left out: it is empty. */
  cell(row: number, column: number): Cell | undefined;
}> {
  const { sheets } = await readXlsx(file, { readStyles: true });
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length > 1) throw new Error(`${sheets.length} sheets`);
  return { sheet, cell: (row, column) => sheet.cells?.get(`${row},${column}`) };
}

/** A cell as a CSV has it: decimals with those of its format, and times with the distance from UTC that its format shows. */
export function csvTextOf(cell: Cell | undefined): string {
  if (cell === undefined || cell.value === null) return '';
  const { value, style, formula } = cell;
  if (formula !== undefined) throw new Error(`a formula: ${formula}`);
  const format = style?.numFmt ?? '';
  if (value instanceof Date) {
    const [, zone = ''] = /"(.+)"$/.exec(format) ?? [];
    return `${value.toISOString().slice(0, -1)}${zone === 'UTC' ? 'Z' : zone}`;
  }
  if (typeof value === 'number' && format.startsWith('#,##0')) {
    return value.toFixed((format.split('.')[1] ?? '').length);
  }
  return String(value);
}
