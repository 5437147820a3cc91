import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { fromMinor, isAmount, toMinor } from '@perktree/contracts/kernel/money';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import type { FieldIssues, Typed, Values } from '../lib/forms/fields.ts';

export const REVERSE_FIELDS = { part: 'choice', amount: 'decimal', reason: 'text', freeSlot: 'flag' } as const;
export type ReverseFormFields = typeof REVERSE_FIELDS;
type ReverseValues = Values<ReverseFormFields>;

export const EMPTY_FORM: Typed<ReverseFormFields> = { part: 'whole', amount: '', reason: '', freeSlot: true };

/** What is left of the sale amount, as a decimal string. */
export function leftToReverse({ saleAmount, reversedAmount, currency }: SiteRedemptionAnswer): string {
  return fromMinor(toMinor(saleAmount, currency) - toMinor(reversedAmount, currency), currency);
}

/** An unconfirmed redemption earns nothing, so it can only be reversed in full, also after it has lapsed. */
export function canReverseInPart({ confirmation }: SiteRedemptionAnswer): boolean {
  return confirmation === null;
}

/** Checks a partial amount beyond the rules of the call. Skipped when the whole sale is reversed. */
export function checkPart(
  { part, amount }: ReverseValues,
  redemption: SiteRedemptionAnswer,
): FieldIssues<ReverseFormFields> {
  if (part === 'whole') return {};
  if (amount === undefined) return { amount: { code: 'REQUIRED' } };
  if (!isAmount(amount)) return {};
  const { currency } = redemption;
  const left = leftToReverse(redemption);
  const minor = toMinor(amount, currency);
  if (minor === 0n) return { amount: { code: 'NOT_ABOVE', values: { min: 0 } } };
  return minor > toMinor(left, currency) ? { amount: { code: 'TOO_BIG', values: { max: left } } } : {};
}

/** Whether nothing of the sale would be left: only then can the redemption stop counting towards limits. */
export function reversesAll({ part, amount }: ReverseValues, redemption: SiteRedemptionAnswer): boolean {
  if (part === 'whole') return true;
  if (!isAmount(amount ?? '')) return false;
  return toMinor(amount, redemption.currency) === toMinor(leftToReverse(redemption), redemption.currency);
}

export function reverseBody(
  values: ReverseValues,
  redemption: SiteRedemptionAnswer,
): CallBody<typeof calls.reverseRedemption> {
  const { part, amount, reason, freeSlot } = values;
  return {
    reason,
    ...(part === 'part' ? { amount } : {}),
    ...(reversesAll(values, redemption) ? { freeSlot } : {}),
  };
}
