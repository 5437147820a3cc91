import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { parseNumber, readNumber } from '@perktree/contracts/kernel/typed-number';
import { MAX_IMPORTED } from '@perktree/contracts/site/configuration';
import Papa from 'papaparse';
import { type FieldIssue, numberIssue } from '../../lib/forms/fields.ts';
import type { Rules } from '../../lib/forms/use-form.ts';

/** Columns of the file, named like the fields of `POST /api/sites/{siteId}/qrs`. `parent`: the name or number of another row. */
export const COLUMNS = [
  'name',
  'parent',
  'internalName',
  'type',
  'discountPercent',
  'discountFixedAmount',
  'textReward',
  'commissionPercent',
  'maxRedemptions',
  'externalUrl',
  'renewalPolicy',
] as const;
export type BulkColumn = (typeof COLUMNS)[number];
const REQUIRED_COLUMNS: readonly BulkColumn[] = ['name', 'type'];

const MAX_ROWS = 500;

/** A row of the file, trimmed; missing cells are empty. */
export interface BulkRow {
  /** As in a spreadsheet: the header is row 1. */
  readonly number: number;
  readonly fields: Readonly<Record<BulkColumn, string>>;
}

/** A problem of the file (a key of `bulk-qrs:problem`) or of a cell (an issue of the form rules). */
export type Problem = {
  /** Null: the whole file. */
  readonly row: number | null;
  readonly column: string | null;
} & ({ readonly rule: Rule } | { readonly issue: FieldIssue } | { readonly text: string });

type Rule =
  | 'empty'
  | 'tooManyRows'
  | 'quotes'
  | 'unknownColumn'
  | 'repeatedColumn'
  | 'missingColumn'
  | 'tooManyCells'
  | 'parentUnknown'
  | 'parentAmbiguous'
  | 'parentCycle'
  | 'renewalOfRoot'
  | 'treeTooLarge';

export type QrBody = CallBody<typeof calls.createQr>;

/** Default for an empty or missing column, as in the create form. */
const DEFAULT_COMMISSION = '10.00';
const DEFAULT_RENEWAL = 'auto_reissue_on_expire';
/** The numeric columns, each with an example. */
const EXAMPLES: Partial<Record<BulkColumn, string>> = {
  discountPercent: '12.50',
  discountFixedAmount: '12.50',
  commissionPercent: '12.50',
  maxRedemptions: '100',
};

/**
 * Validates a row by the rules of the call that creates its QR.
 * @param rules null if they could not be loaded: then only the server validates
 * @returns the body to send, or the problems
 */
export function checkRow({ number, fields }: BulkRow, rules: Rules | null): { body: QrBody } | { problems: Problem[] } {
  const body = bodyOf(fields);
  const found: Partial<Record<string, FieldIssue>> = {};
  for (const issue of rules?.issuesOfBody(calls.createQr, body) ?? []) found[issue.path] = issue;
  for (const [column, example] of Object.entries(EXAMPLES)) {
    const text = fields[column as BulkColumn];
    // Spreadsheets write numbers in a language that need not be the screen's.
    const parsed = parseNumber(text, null);
    if (text !== '' && parsed.issue !== undefined) found[column] = numberIssue(parsed, example);
  }
  const problems = (Object.keys(fields) as BulkColumn[]).flatMap((column): Problem[] => {
    const issue = found[column];
    return issue ? [{ row: number, column, issue }] : [];
  });
  return problems.length > 0 ? { problems } : { body };
}

function bodyOf(fields: BulkRow['fields']): QrBody {
  return {
    name: fields.name,
    internalName: fields.internalName || null,
    // The rules report unknown types.
    type: (fields.type.toUpperCase() || undefined) as QrBody['type'],
    discountPercent: numberOf(fields.discountPercent),
    discountFixedAmount: numberOf(fields.discountFixedAmount),
    textReward: fields.textReward || null,
    ...commissionOf(fields),
    maxRedemptions: numberOf(fields.maxRedemptions),
    externalUrl: fields.externalUrl || null,
    // The rules report unknown policies. By default printed codes keep working, as in the create form.
    ...(fields.parent === '' && {
      renewalPolicy: (fields.renewalPolicy || DEFAULT_RENEWAL) as QrBody['renewalPolicy'],
    }),
  };
}

/** Left out below another QR: the site's setting counts. */
function commissionOf({ commissionPercent: typed, parent }: BulkRow['fields']): Pick<QrBody, 'commissionPercent'> {
  const commissionPercent = readNumber(typed, null) ?? (parent === '' ? DEFAULT_COMMISSION : undefined);
  return commissionPercent === undefined ? {} : { commissionPercent };
}

function numberOf(text: string): number | null {
  const decimal = readNumber(text, null);
  return decimal === null ? null : Number(decimal);
}

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

/** Rows of a tree: the root first, each after its parent. */
interface TreeOfRows {
  readonly rows: readonly {
    readonly row: BulkRow;
    /** Index of the parent among the rows; null: the root. */
    readonly parent: number | null;
  }[];
}

/** Sorts the rows into trees by their parents: the name of another row, else its number as in a spreadsheet. */
export function treesOf(rows: readonly BulkRow[]): { trees: TreeOfRows[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const children = new Map<BulkRow, BulkRow[]>();
  const roots: BulkRow[] = [];
  const note = ({ number: row }: BulkRow, rule: Rule, column = 'parent') => problems.push({ row, column, rule });
  for (const row of rows) {
    const { parent, renewalPolicy } = row.fields;
    if (parent === '') {
      roots.push(row);
      continue;
    }
    if (renewalPolicy !== '') note(row, 'renewalOfRoot', 'renewalPolicy');
    const found = parentOf(rows, parent);
    if (typeof found === 'string') note(row, found);
    else children.set(found, [...(children.get(found) ?? []), row]);
  }
  const trees = roots.map((root) => treeUnder(root, children));
  const placed = new Set(trees.flatMap((tree) => tree.rows.map(({ row }) => row)));
  for (const { rows: inTree } of trees) {
    const [root] = inTree;
    if (root && inTree.length > MAX_IMPORTED) note(root.row, 'treeTooLarge', 'name');
  }
  const unknown = new Set(problems.map(({ row }) => row));
  // A row below a problem has one of its own only if it is in a circle.
  for (const row of rows) if (!placed.has(row) && !leadsTo(row, rows, unknown)) note(row, 'parentCycle');
  return { trees, problems };
}

function parentOf(rows: readonly BulkRow[], parent: string): BulkRow | Rule {
  const named = rows.filter(({ fields }) => fields.name === parent);
  if (named.length > 1) return 'parentAmbiguous';
  return named[0] ?? rows.find(({ number }) => String(number) === parent) ?? 'parentUnknown';
}

function treeUnder(root: BulkRow, children: ReadonlyMap<BulkRow, readonly BulkRow[]>): TreeOfRows {
  const rows: { row: BulkRow; parent: number | null }[] = [{ row: root, parent: null }];
  for (let index = 0; index < rows.length; index += 1) {
    const { row } = rows[index] as (typeof rows)[number];
    for (const child of children.get(row) ?? []) rows.push({ row: child, parent: index });
  }
  return { rows };
}

/** Whether a row above is one of these. */
function leadsTo(row: BulkRow, rows: readonly BulkRow[], numbers: ReadonlySet<number | null>): boolean {
  const seen = new Set<BulkRow>();
  let at: BulkRow | Rule = row;
  while (typeof at !== 'string' && !seen.has(at)) {
    if (numbers.has(at.number)) return true;
    seen.add(at);
    at = at.fields.parent === '' ? 'parentUnknown' : parentOf(rows, at.fields.parent);
  }
  return false;
}
