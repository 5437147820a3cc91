import { CSV_FORMATS } from '@perktree/contracts/kernel/csv';
import { createQrBody } from '@perktree/contracts/qr/calls';
import { expect, it } from 'vitest';
import * as rules from '../../lib/forms/rules.ts';
import { fileKey, rowKey } from './bulk-preview.tsx';
import { decodeCsv, templateOf } from './bulk-qrs-page.tsx';
import { type BulkColumn, type BulkRow, COLUMNS, checkRow, readRows, treesOf } from './rows.ts';

const checked = (fields: Partial<Record<BulkColumn, string>>) => {
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, fields[column] ?? '']));
  return checkRow({ number: 2, fields: columns as BulkRow['fields'] }, rules);
};

it.each([
  ['DISCOUNT_PERCENT', { discountPercent: '12,55' }, { discountPercent: 12.55, discountFixedAmount: null }],
  ['DISCOUNT_FIXED', { discountFixedAmount: '9999999.99' }, { discountPercent: null, discountFixedAmount: 9999999.99 }],
  ['text_reward', { textReward: 'Tea' }, { discountPercent: null, discountFixedAmount: null, textReward: 'Tea' }],
])('a row of %s sends what its columns have, as the server takes it', (type, typed, sent) => {
  const others = { internalName: 'Till', externalUrl: 'https://a.example/x', renewalPolicy: 'none' };
  const fields = { name: 'Bread', type, ...typed, ...others, commissionPercent: '7,5', maxRedemptions: '1 200' };
  const expected = { ...sent, ...others, name: 'Bread', commissionPercent: '7.5', maxRedemptions: 1200 };
  const row = checked(fields);
  expect(row).toMatchObject({ body: { ...expected, type: type.toUpperCase() } });
  expect(createQrBody.safeParse('body' in row && row.body).error).toBeUndefined();
});

it.each([
  ['name', 'x'.repeat(121)],
  ['internalName', 'a\nb'],
  ['type', 'constructor'],
  ['discountPercent', '100.01'],
  ['discountFixedAmount', '5'],
  ['textReward', 'Tea'],
  ['commissionPercent', '-1'],
  ['maxRedemptions', '1.5'],
  ['externalUrl', 'javascript:alert(1)'],
  ['renewalPolicy', 'often'],
])('a row that the server would refuse has a problem of its column: %s %j', (column, text) => {
  const row = checked({ name: 'Bread', type: 'DISCOUNT_PERCENT', discountPercent: '5', [column]: text });
  expect('problems' in row && row.problems.map((problem) => problem.column)).toEqual([column]);
});

it('a row has the default commission, and reports all problems', () => {
  const text = 'name;type;discountPercent;textReward\nBread;DISCOUNT_PERCENT;12,5;\n;DISCOUNT_PERCENT;101;Tea';
  const [good, bad] = readRows(text).rows.map((row) => checkRow(row, rules));
  const body = { name: 'Bread', discountPercent: 12.5, commissionPercent: '10.00', maxRedemptions: null };
  expect(good).toMatchObject({ body });
  expect(bad).toMatchObject({
    problems: [
      { row: 3, column: 'name', issue: { code: 'NAME_REQUIRED' } },
      { row: 3, column: 'discountPercent', issue: { code: 'TOO_BIG', values: { max: 100 } } },
      { row: 3, column: 'textReward', issue: { code: 'OTHER_BENEFIT_TYPE' } },
    ],
  });
});

it.each([
  ['discountPercent', 'abc', 'BAD_DECIMAL', { example: '12.50' }],
  ['maxRedemptions', 'many', 'BAD_DECIMAL', { example: '100' }],
  // A thousand in Spanish and in English, never 1.
  ['maxRedemptions', '1.000', 'AMBIGUOUS_NUMBER', { thousands: '1000', decimals: '1.00' }],
  ['commissionPercent', '12,500', 'AMBIGUOUS_NUMBER', { thousands: '12500', decimals: '12.50' }],
])('reports for %s what is wrong with %j', (column, text, code, of) => {
  const row = checked({ name: 'Bread', type: 'DISCOUNT_PERCENT', discountPercent: '5', [column]: text });
  expect(row).toEqual({ problems: [{ row: 2, column, issue: { code, values: of } }] });
});

it('a file is parsed with any separator, quotes, line ends and byte order mark; empty rows are counted and skipped', () => {
  const lines = [
    ['Name', 'TYPE'],
    ['"a ""b"", c; d"', 'TEXT_REWARD'],
    ['', ''],
    ['e', 'x'],
  ];
  for (const separator of [',', ';', '\t']) {
    const { rows, problems } = readRows(`\uFEFF${lines.map((cells) => cells.join(separator)).join('\r\n')}\r\n`);
    const read = rows.map(({ number, fields }) => `${number} ${fields.name}`);
    expect([problems, read]).toEqual([[], ['2 a "b", c; d', '4 e']]);
  }
});

it.each([
  ['', ['missingColumn', 'missingColumn', 'empty']],
  ['name,type,colour,name\na,b,c,d', ['unknownColumn', 'repeatedColumn']],
  ['name,type\na,b,c', ['tooManyCells']],
  ['name,type\n"a,b', expect.arrayContaining(['quotes'])],
  [`name,type\n${'a,b\n'.repeat(501)}`, ['tooManyRows']],
])('a file reports its own problems: %j', (text, expected) => {
  expect(readRows(text).problems.map((problem) => 'rule' in problem && problem.rule)).toEqual(expected);
});

it.each(CSV_FORMATS)('the template is valid with each separator: %s', (format) => {
  const { rows, problems } = readRows(templateOf(format));
  expect([problems, rows.length]).toEqual([[], 4]);
  for (const row of rows) expect(checkRow(row, rules)).toHaveProperty('body');
});

it('a row has a key that is the same in every release, and differs by file, site, row and attempt', () => {
  const keyOf = (file: string, siteId: string, row: number, attempt: number) =>
    rowKey(fileKey(file, siteId), row, attempt);
  const key = keyOf('a', 'site', 2, 0);
  expect(key).toBe('bulk-0fce4900f1bb1e1b337227a9d3fd-2-0');
  const others = [keyOf('b', 'site', 2, 0), keyOf('a', 'other', 2, 0), keyOf('a', 'site', 3, 0)];
  expect(new Set([key, ...others, keyOf('a', 'site', 2, 1)]).size).toBe(5);
});

it.each([
  ['UTF-8', 'Café €', 'utf8', false],
  ['UTF-8 with its mark', '\uFEFFCafé', 'utf8', false],
  ['the Unicode text of Excel', '\uFEFFCafé\t€', 'utf16le', false],
  ['Windows-1252, and says so', 'Café ñ', 'latin1', true],
  ['an empty file', '', 'utf8', false],
  ['one letter', 'C', 'utf8', false],
] as const)('reads %s', (_, text, encoding, isGuessed) => {
  const bytes = new Uint8Array(Buffer.from(text, encoding)).buffer;
  expect(decodeCsv(bytes)).toEqual({ text: text.replace('\uFEFF', ''), isGuessed });
});

/** Rows of a file: the name, its parent and its renewal, with colons between. */
function read(...rows: string[]) {
  const lines = rows.map((row) => row.split(':')).map(([name, parent = '', renewal = '']) => [name, parent, renewal]);
  const text = ['name,parent,renewalPolicy,type', ...lines.map((cells) => [...cells, 'TEXT_REWARD'].join())].join('\n');
  const { trees, problems } = treesOf(readRows(text).rows);
  return {
    trees: trees.map((tree) => tree.rows.map(({ row, parent }) => `${row.fields.name}<${parent ?? ''}`).join(' ')),
    problems: problems.map((one) => `${one.row} ${one.column} ${'rule' in one ? one.rule : ''}`),
  };
}

it('rows with parents are trees by name or row, in any order, each row after its parent; the name counts before the row', () => {
  const sorted = read('Leaf:Branch', 'Root', 'Branch:Root', 'Other', 'By row:5', 'Twig:2');
  expect(sorted).toEqual({ trees: ['Root< Branch<0 Leaf<1 Twig<2', 'Other< By row<0'], problems: [] });
  expect(read('Root', '2:Root', 'Below:2').trees).toEqual(['Root< 2<0 Below<1']);
});

const MANY = Array.from({ length: 300 }, (_, n) => `Q${n}:Root`);
it.each([
  ['an unknown parent', ['Root', 'A:Nowhere', 'B:A'], ['3 parent parentUnknown']],
  ['an ambiguous parent', ['Twin', 'Twin', 'A:Twin'], ['4 parent parentAmbiguous']],
  ['circles', ['A:B', 'B:A', 'C:C'], ['2 parent parentCycle', '3 parent parentCycle', '4 parent parentCycle']],
  ['a renewal below the root', ['Root', 'A:Root:none'], ['3 renewalPolicy renewalOfRoot']],
  ['more than 300', ['Root', ...MANY], ['2 name treeTooLarge']],
  ['300', ['Root', ...MANY.slice(1)], []],
])('rows with parents have problems: %s', (_, rows, problems) => {
  expect(read(...rows).problems).toEqual(problems);
});
