import { buffer } from 'node:stream/consumers';
import type { CellKind, CsvColumn } from '@perktree/contracts/kernel/csv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvTextOf, readSheet } from './testing/read-sheet.ts';
import { xlsxOf } from './xlsx.ts';

type Row = readonly (string | number | null)[];

const columns = (...kinds: readonly (CellKind | undefined)[]): readonly CsvColumn<Row>[] =>
  kinds.map((kind, n) => ({ ...{ title: `Title ${n + 1}`, kind }, value: (row) => row[n] ?? null }));

const written = async (kinds: readonly (CellKind | undefined)[], ...batches: readonly (readonly Row[])[]) =>
  readSheet(await buffer(xlsxOf(columns(...kinds), batches)));

it('has bold titles that stay in sight, and the rows of all batches', async () => {
  const { sheet, cell } = await written([undefined, undefined], [['a', 'b']], [], [['c', null]]);
  expect(sheet.freezePane).toMatchObject({ rows: 1 });
  for (const column of [0, 1]) {
    expect(cell(0, column)).toMatchObject({ value: `Title ${column + 1}`, style: { font: { bold: true } } });
  }
  expect(cell(1, 0)?.style?.font?.bold).toBeFalsy();
  expect(sheet.rows.slice(1)).toEqual([
    ['a', 'b'],
    ['c', null],
  ]);
});

it.each([
  ['1234.50', 1234.5, '#,##0.00'],
  ['-3.00', -3, '#,##0.00'],
  ['1500', 1500, '#,##0'],
  ['1.234', 1.234, '#,##0.000'],
])('the decimal %s is a number with its decimals', async (text, value, format) => {
  const { cell } = await written(['number'], [[text]]);
  expect(cell(1, 0)).toMatchObject({ value, type: 'number', style: { numFmt: format } });
  expect(csvTextOf(cell(1, 0))).toBe(text);
});

it('a count is a number', async () => {
  const { cell } = await written([undefined], [[12_345]]);
  expect(cell(1, 0)).toMatchObject({ value: 12_345, type: 'number' });
});

it('a number that a cell cannot hold stays a text', async () => {
  const { cell } = await written(['number'], [['12345678901234.56']]);
  expect(cell(1, 0)).toMatchObject({ value: '12345678901234.56', type: 'string' });
});

it.each([
  ['2026-03-11T01:00:00.000+13:00', '2026-03-11T01:00:00.000Z', '"+13:00"'],
  ['2026-11-01T01:30:15.250-05:00', '2026-11-01T01:30:15.250Z', '"-05:00"'],
  ['1999-12-31T23:59:59.999Z', '1999-12-31T23:59:59.999Z', '"UTC"'],
])('the time %s is a date, and its format shows the distance from UTC', async (text, shown, zone) => {
  const { cell } = await written(['time'], [[text]]);
  expect(cell(1, 0)?.value).toEqual(new Date(shown));
  expect(cell(1, 0)?.style?.numFmt).toBe(`yyyy-mm-dd hh:mm:ss ${zone}`);
  expect(csvTextOf(cell(1, 0))).toBe(text);
});

it.each([
  '=1+1',
  '+351 900',
  '-cmd',
  '@SUM(A1)',
  '0012',
  '1e5',
  '12.50',
  '2026-03-11T01:00:00.000Z',
  '_x0041_',
  'a\n b ',
])('%j stays a text, also when its cell is edited', async (text) => {
  const { cell } = await written([undefined], [[text]]);
  expect(cell(1, 0)).toMatchObject({ value: text, type: 'string', style: { numFmt: '@' } });
});

it('keeps every text that XML can hold, and leaves the others out', async () => {
  const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(texts, async (row) => {
      const { cell } = await written(
        row.map(() => undefined),
        [row],
      );
      const known = row.map((text) => text.replace(NOT_IN_XML, ''));
      expect(known.map((_, n) => csvTextOf(cell(1, n)))).toEqual(known);
    }),
    { numRuns: 10 },
  );
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

it('reads no further ahead than the file is', async () => {
  let asked = 0;
  async function* batches() {
    for (let n = 0; n < 50; n += 1) {
      asked += 1;
      yield Array.from({ length: 2_000 }, () => [`${n} ${'x'.repeat(100)}`]);
    }
  }
  const file = xlsxOf(columns(undefined), batches());
  expect(asked).toBe(0);
  for await (const chunk of file) {
    expect((chunk as Uint8Array).length).toBeGreaterThan(0);
    break;
  }
  expect(asked).toBeLessThan(5);
});

it('a list that no sheet holds fails instead of being cut', async () => {
  const many = Array.from({ length: 1_048_576 }, () => [] as Row);
  await expect(buffer(xlsxOf(columns(undefined), [many]))).rejects.toThrow('1048576 rows');
});
