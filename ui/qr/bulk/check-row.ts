import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { parseNumber, readNumber } from '@perktree/contracts/kernel/typed-number';
import { type FieldIssue, numberIssue } from '../../lib/forms/fields.ts';
import type { Rules } from '../../lib/forms/load-rules.ts';

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
export const REQUIRED_COLUMNS: readonly BulkColumn[] = ['name', 'type'];

/** Maximum rows of one file. */
export const MAX_ROWS = 500;

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

export type Rule =
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
