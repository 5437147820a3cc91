import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { BulkRow, Column, Problem, Rule } from './bulk-row.ts';

export type QrBody = CallBody<typeof calls.createQr>;

/** Where the column is empty or missing: what the create form begins with (specification 5). */
const DEFAULT_COMMISSION = '10.00';
const LONGEST_NAME = 120;
const LONGEST_REWARD = 200;
const LONGEST_URL = 2000;
const MOST_PERCENT = 100;
const MOST_AMOUNT = 9_999_999.99;
const MOST_REDEMPTIONS = 1_000_000;

/** The benefit's own column, by its type. */
const BENEFIT_COLUMNS = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
} as const;
type BenefitType = keyof typeof BENEFIT_COLUMNS;

/**
 * All that is wrong with a row, by the rules of contracts/http/qrs.ts, which check-row.spec.ts compares them with: the
 * schema itself would bring its library into every screen.
 * @returns the body to send where nothing is wrong
 */
export function checkRow(row: BulkRow): { body: QrBody } | { problems: Problem[] } {
  const { fields } = row;
  const problems = (Object.keys(fields) as Column[]).flatMap((column): Problem[] => {
    const rule = brokenRule(column, fields);
    return rule === null ? [] : [{ row: row.number, column, rule }];
  });
  return problems.length > 0 ? { problems } : { body: bodyOf(fields) };
}

function bodyOf(fields: BulkRow['fields']): QrBody {
  return {
    name: fields.name,
    internalName: fields.internalName || null,
    type: fields.type.toUpperCase() as BenefitType,
    discountPercent: numberOf(fields.discountPercent),
    discountFixedAmount: numberOf(fields.discountFixedAmount),
    textReward: fields.textReward || null,
    commissionPercent: (numberOf(fields.commissionPercent) ?? Number(DEFAULT_COMMISSION)).toFixed(2),
    maxRedemptions: numberOf(fields.maxRedemptions),
    externalUrl: fields.externalUrl || null,
  };
}

function brokenRule(column: Column, fields: BulkRow['fields']): Rule | null {
  const text = fields[column];
  switch (column) {
    case 'name':
      return text === '' ? 'required' : textRule(text, LONGEST_NAME);
    case 'internalName':
      return textRule(text, LONGEST_NAME);
    case 'type':
      return text === '' ? 'required' : isType(text) ? null : 'type';
    case 'commissionPercent':
      return text === '' || isAmount(text, MOST_PERCENT) ? null : 'percent';
    case 'maxRedemptions':
      return text === '' || isCount(text) ? null : 'maxRedemptions';
    case 'externalUrl':
      return text === '' || isLink(text) ? textRule(text, LONGEST_URL) : 'url';
    default:
      return benefitRule(column, fields);
  }
}

/** Of the three benefit columns exactly the one of the type is filled in. */
function benefitRule(column: (typeof BENEFIT_COLUMNS)[BenefitType], fields: BulkRow['fields']): Rule | null {
  const text = fields[column];
  const type = fields.type.toUpperCase();
  // What the type should have been is not known, so nothing is known about its columns.
  if (!isType(type)) return null;
  if (BENEFIT_COLUMNS[type] !== column) return text === '' ? null : 'otherBenefit';
  if (text === '') return 'required';
  if (column === 'textReward') return textRule(text, LONGEST_REWARD);
  if (column === 'discountPercent') return isAmount(text, MOST_PERCENT) ? null : 'percent';
  return isAmount(text, MOST_AMOUNT) ? null : 'amount';
}

function textRule(text: string, longest: number): Rule | null {
  if (text.length > longest) return 'tooLong';
  return /\p{Cc}/u.test(text) ? 'controlCharacters' : null;
}

function isType(text: string): text is BenefitType {
  return Object.hasOwn(BENEFIT_COLUMNS, text.toUpperCase());
}

/** A number as people type it, comma or point, with at most two decimals. */
function isAmount(text: string, most: number): boolean {
  return /^\d{1,9}([.,]\d{1,2})?$/.test(text) && Number(text.replace(',', '.')) <= most;
}

function isCount(text: string): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_REDEMPTIONS;
}

function isLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text.replace(',', '.'));
}
