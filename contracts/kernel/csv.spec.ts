import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const NAME = [{ title: 'Name', value: (row: string) => row }];
const cell = (text: string) => csvOf(NAME, [text], 'comma').slice('\uFEFFName\r\n'.length, -2);

describe('csvOf', () => {
  it('has a byte order mark, titles, and a line for each row', () => {
    const columns = [
      { title: 'Name', value: (row: { name: string; amount: string; note: null }) => row.name },
      { title: 'Amount', value: (row: { amount: string }) => row.amount },
      { title: 'Note', value: () => null },
    ];
    const rows = [{ name: 'Café "Sol", Lda.', amount: '100.00', note: null }];
    expect(csvOf(columns, rows, 'comma')).toBe('\uFEFFName,Amount,Note\r\n"Café ""Sol"", Lda.",100.00,\r\n');
  });

  it.each(['=1+1', '+351 900', '-cmd', '@SUM(A1)', '\tx', ' =1', '＝1', '-1+2', '--1'])('disarms %j', (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each(['-3.00', '0', '12.5'])('leaves the number %s a number', (text) => {
    expect(cell(text)).toBe(text);
  });

  it('never lets a text begin as a formula or break out of its cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = cell(text);
        const quoted = /^"([^"]|"")*"$/.test(written);
        expect(quoted || !/[",\r\n]/.test(written)).toBe(true);
        const read = quoted ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect(read.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
        if (!/^-?\d+(\.\d+)?$/.test(read)) expect(read.trimStart()).not.toMatch(/^[=+\-@]/);
      }),
    );
  });
});

it('has semicolons and decimal commas for spreadsheets of other languages', () => {
  const columns = (['text', 'number'] as const).map((kind, n) => ({
    title: ['Name', 'Amount'][n] ?? '',
    ...(kind === 'number' && { kind }),
    value: (row: readonly (string | number)[]) => row[n] ?? null,
  }));
  const rows = [
    ['Café; "Sol", 1.50', '-1234.50'],
    ['=1.5', 7],
    // A reference of a bank is no decimal.
    ['20261130.1', 1.5],
  ];
  expect(csvOf(columns, rows, 'semicolon')).toBe(
    '\uFEFFName;Amount\r\n"Café; ""Sol"", 1.50";-1234,50\r\n\'=1.5;7\r\n20261130.1;1,5\r\n',
  );
});
