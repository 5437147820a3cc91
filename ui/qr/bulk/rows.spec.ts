import { CSV_FORMATS } from '@perktree/contracts/kernel/csv';
import { benefitSchema } from '@perktree/contracts/qr/benefit';
import { createQrBody } from '@perktree/contracts/qr/calls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from '../../lib/forms/rules.ts';
import { fileKey, rowKey } from './bulk-preview.tsx';
import { templateOf } from './bulk-qrs-page.tsx';
import { type BulkColumn, type BulkRow, COLUMNS, checkRow, readRows } from './rows.ts';

/** Good and bad values of every column. */
const numbers = [
  '',
  '0',
  '20',
  '12.5',
  '12,55',
  '100',
  '100.01',
  '0.001',
  '-1',
  'abc',
  '1e2',
  '9999999.99',
  '10000000',
];
const values: Record<BulkColumn, readonly string[]> = {
  name: ['Bread', '', 'x'.repeat(120), 'x'.repeat(121), 'a\u0007b', '=1+1'],
  parent: ['', 'Bread', '2'],
  internalName: ['', 'Counter', 'x'.repeat(121), 'a\nb'],
  type: ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'TEXT_REWARD', 'text_reward', '', 'constructor'],
  discountPercent: numbers,
  discountFixedAmount: numbers,
  textReward: ['', 'A coffee', 'x'.repeat(201), 'a\tb'],
  commissionPercent: numbers,
  maxRedemptions: ['', '1', '0', '1.5', '1.000', '1,000', '1000000', '1000001', '-3', 'many'],
  externalUrl: ['', 'https://a.example/x', 'http://a.example', 'ftp://a.example', 'javascript:alert(1)', 'a.example'],
  renewalPolicy: ['', 'none', 'auto_reissue_on_expire', 'often'],
};
const anyRow = fc
  .record(Object.fromEntries(COLUMNS.map((column) => [column, fc.constantFrom(...values[column])])))
  .map((fields): BulkRow => ({ number: 2, fields: fields as Record<BulkColumn, string> }));

/** What the row would send if nothing checked it. */
function unchecked({ fields }: BulkRow) {
  const number = (text: string) =>
    /^-?\d+([.,](?!\d{3}$)\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text || null;
  return {
    name: fields.name,
    internalName: fields.internalName || null,
    type: fields.type.toUpperCase(),
    discountPercent: number(fields.discountPercent),
    discountFixedAmount: number(fields.discountFixedAmount),
    textReward: fields.textReward || null,
    ...(fields.commissionPercent ? { commissionPercent: fields.commissionPercent.replace(',', '.') } : {}),
    maxRedemptions: number(fields.maxRedemptions),
    externalUrl: fields.externalUrl || null,
    renewalPolicy: fields.renewalPolicy || 'auto_reissue_on_expire',
  };
}

function serverTakes(body: unknown): boolean {
  const read = createQrBody.safeParse(body);
  if (!read.success) return false;
  const { type, discountPercent = null, discountFixedAmount = null, textReward = null } = read.data;
  return benefitSchema.safeParse({ type, discountPercent, discountFixedAmount, textReward }).success;
}

describe('a row', () => {
  it('has problems exactly when the server would refuse it', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const checked = checkRow(row, rules);
        expect('body' in checked).toBe(serverTakes(unchecked(row)));
        if ('body' in checked) expect(serverTakes(checked.body)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has the default commission, and reports all problems', () => {
    const { rows } = readRows(
      'name;type;discountPercent;textReward\nBread;DISCOUNT_PERCENT;12,5;\n;DISCOUNT_PERCENT;101;Tea',
    );
    expect(rows.map((row) => checkRow(row, rules))).toMatchObject([
      { body: { name: 'Bread', discountPercent: 12.5, commissionPercent: '10.00', maxRedemptions: null } },
      {
        problems: [
          { row: 3, column: 'name', issue: { code: 'NAME_REQUIRED' } },
          { row: 3, column: 'discountPercent', issue: { code: 'TOO_BIG', values: { max: 100 } } },
          { row: 3, column: 'textReward', issue: { code: 'OTHER_BENEFIT_TYPE' } },
        ],
      },
    ]);
  });
});

it.each([
  ['discountPercent', 'abc', '12.50'],
  ['commissionPercent', '1e2', '12.50'],
  ['maxRedemptions', 'many', '100'],
])('reports for %s that %j is not a number', (column, text, example) => {
  expect(checkedCell(column, text)).toEqual([
    { problems: [{ row: 2, column, issue: { code: 'BAD_DECIMAL', values: { example } } }] },
  ]);
});

it.each([
  // A thousand in Spanish and in English, never 1.
  ['maxRedemptions', '1.000', '1000', '1.00'],
  ['maxRedemptions', '"1,000"', '1000', '1.00'],
  ['commissionPercent', '12.500', '12500', '12.50'],
])('asks what %s %j means', (column, text, thousands, decimals) => {
  expect(checkedCell(column, text)).toEqual([
    { problems: [{ row: 2, column, issue: { code: 'AMBIGUOUS_NUMBER', values: { thousands, decimals } } }] },
  ]);
});

it.each([
  ['commissionPercent', '"7,5"', { commissionPercent: '7.5' }],
  ['maxRedemptions', '"1 200"', { maxRedemptions: 1200 }],
])('takes for %s %s', (column, text, body) => expect(checkedCell(column, text)).toMatchObject([{ body }]));

/** A file with one row, in which one cell has the text. */
function checkedCell(column: string, text: string) {
  const titles = ['name', 'type', 'discountPercent', 'commissionPercent', 'maxRedemptions'];
  const cells = titles.map((title) =>
    title === column ? text : ({ name: 'Bread', type: 'DISCOUNT_PERCENT', discountPercent: '5' }[title] ?? ''),
  );
  const { rows } = readRows(`${titles.join()}\n${cells.join()}`);
  return rows.map((row) => checkRow(row, rules));
}

describe('a file', () => {
  it('is parsed with any separator, quotes, line ends and byte order mark; empty rows are counted and skipped', () => {
    for (const separator of [',', ';', '\t']) {
      const lines = [
        ['Name', 'TYPE'],
        ['"a ""b"", c; d"', 'TEXT_REWARD'],
        ['', ''],
        ['e', 'x'],
      ];
      const { rows, problems } = readRows(`\uFEFF${lines.map((cells) => cells.join(separator)).join('\r\n')}\r\n`);
      expect(problems).toEqual([]);
      expect(rows.map(({ number, fields }) => [number, fields.name])).toEqual([
        [2, 'a "b", c; d'],
        [4, 'e'],
      ]);
    }
  });

  it('reports its own problems', () => {
    const rulesOf = (text: string) => readRows(text).problems.map((problem) => 'rule' in problem && problem.rule);
    expect(rulesOf('')).toEqual(['missingColumn', 'missingColumn', 'empty']);
    expect(rulesOf('name,type,colour,name\na,b,c,d')).toEqual(['unknownColumn', 'repeatedColumn']);
    expect(rulesOf('name,type\na,b,c')).toEqual(['tooManyCells']);
    expect(rulesOf('name,type\n"a,b')).toContain('quotes');
    expect(rulesOf(`name,type\n${'a,b\n'.repeat(501)}`)).toEqual(['tooManyRows']);
  });

  it.each(CSV_FORMATS)('can be made from the template with each separator, which is valid: %s', (format) => {
    const { rows, problems } = readRows(templateOf(format));
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(checkRow(row, rules)).toHaveProperty('body');
  });
});

it('gives a row a key that is the same in every release, and differs by file, site, row and attempt', () => {
  const keyOf = (file: string, siteId: string, row: number, attempt: number) =>
    rowKey(fileKey(file, siteId), row, attempt);
  const key = keyOf('a', 'site', 2, 0);
  expect(key).toBe('bulk-0fce4900f1bb1e1b337227a9d3fd-2-0');
  const others = [
    keyOf('b', 'site', 2, 0),
    keyOf('a', 'other', 2, 0),
    keyOf('a', 'site', 3, 0),
    keyOf('a', 'site', 2, 1),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});
