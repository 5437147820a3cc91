import type { FieldIssue } from '../../lib/forms/fields.ts';

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
