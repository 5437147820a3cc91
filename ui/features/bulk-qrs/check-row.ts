import type { CallBody } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import type { FieldIssue } from '../../lib/forms/fields.ts';
import type { Rules } from '../../lib/forms/load-rules.ts';
import type { BulkRow, Column, Problem } from './bulk-row.ts';

export type QrBody = CallBody<typeof calls.createQr>;

/** Where the column is empty or missing: what the create form begins with (specification 5). */
const DEFAULT_COMMISSION = '10.00';
/** Spreadsheets write numbers with a comma or a point, whatever the language of the screen. */
const NUMBER = /^-?\d+([.,]\d+)?$/;
/** The numeric columns, each with a number that could be in it. */
const EXAMPLES: Partial<Record<Column, string>> = {
  discountPercent: '12.50',
  discountFixedAmount: '12.50',
  commissionPercent: '12.50',
  maxRedemptions: '1000',
};

/**
 * All that is wrong with a row, by the rules of the call that creates its QR.
 * @param rules null where they could not be loaded: then the server alone refuses
 * @returns the body to send where nothing is wrong
 */
export function checkRow({ number, fields }: BulkRow, rules: Rules | null): { body: QrBody } | { problems: Problem[] } {
  const body = bodyOf(fields);
  const found: Partial<Record<string, FieldIssue>> = {};
  for (const issue of rules?.issuesOfBody(calls.createQr, body) ?? []) found[issue.path] = issue;
  for (const [column, example] of Object.entries(EXAMPLES)) {
    const text = fields[column as Column];
    if (text !== '' && !NUMBER.test(text)) found[column] = { code: 'BAD_DECIMAL', values: { example } };
  }
  const problems = (Object.keys(fields) as Column[]).flatMap((column): Problem[] => {
    const issue = found[column];
    return issue ? [{ row: number, column, issue }] : [];
  });
  return problems.length > 0 ? { problems } : { body };
}

function bodyOf(fields: BulkRow['fields']): QrBody {
  return {
    name: fields.name,
    internalName: fields.internalName || null,
    // What is no type is found by the rules.
    type: (fields.type.toUpperCase() || undefined) as QrBody['type'],
    discountPercent: numberOf(fields.discountPercent),
    discountFixedAmount: numberOf(fields.discountFixedAmount),
    textReward: fields.textReward || null,
    commissionPercent: decimalOf(fields.commissionPercent) ?? DEFAULT_COMMISSION,
    maxRedemptions: numberOf(fields.maxRedemptions),
    externalUrl: fields.externalUrl || null,
  };
}

/** Null for an empty cell, and for one that is no number. */
function decimalOf(text: string): string | null {
  return NUMBER.test(text) ? text.replace(',', '.') : null;
}

function numberOf(text: string): number | null {
  const decimal = decimalOf(text);
  return decimal === null ? null : Number(decimal);
}
