import type { FieldIssue } from '../../lib/forms/fields.ts';

/** The columns of the file, named as the fields of `POST /api/sites/{siteId}/qrs`. */
export const COLUMNS = [
  'name',
  'internalName',
  'type',
  'discountPercent',
  'discountFixedAmount',
  'textReward',
  'commissionPercent',
  'maxRedemptions',
  'externalUrl',
] as const;
export type Column = (typeof COLUMNS)[number];
export const REQUIRED_COLUMNS: readonly Column[] = ['name', 'type'];

/** Rows of one file; more are two files. */
export const MOST_ROWS = 500;

/** A row of the file as it was typed, trimmed; what it does not have is empty. */
export interface BulkRow {
  /** As a spreadsheet counts: 1 is the line of titles. */
  readonly number: number;
  readonly fields: Readonly<Record<Column, string>>;
}

/** What is wrong with a file, in the words of the catalogue `bulk-qrs:problem`, or with a cell, by the rules of forms. */
export type Problem = {
  /** Null: the file itself. */
  readonly row: number | null;
  readonly column: string | null;
} & ({ readonly rule: Rule } | { readonly issue: FieldIssue });

export const RULES = [
  'empty',
  'tooManyRows',
  'quotes',
  'unknownColumn',
  'repeatedColumn',
  'missingColumn',
  'tooManyCells',
] as const;
export type Rule = (typeof RULES)[number];
