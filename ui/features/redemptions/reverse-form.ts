import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { fromMinor, isAmount, toMinor } from '@perktree/contracts/money';

export interface ReverseForm {
  readonly part: 'whole' | 'part';
  /** As typed; counts for a part only. */
  readonly amount: string;
  readonly reason: string;
  readonly freeSlot: boolean;
}

export const EMPTY_FORM: ReverseForm = { part: 'whole', amount: '', reason: '', freeSlot: true };
/** Longest reason that the call takes. */
export const LONGEST_REASON = 200;

export type ReverseErrors = { readonly amount?: 'invalid' | 'zero' | 'tooHigh'; readonly reason?: 'missing' };

/** What is left of the sale amount, a decimal string. */
export function leftToReverse({ saleAmount, reversedAmount, currency }: SiteRedemptionAnswer): string {
  return fromMinor(toMinor(saleAmount, currency) - toMinor(reversedAmount, currency), currency);
}

export function reverseErrors(form: ReverseForm, redemption: SiteRedemptionAnswer): ReverseErrors {
  const amount = form.part === 'part' ? amountError(form.amount, redemption) : undefined;
  return { ...(amount ? { amount } : {}), ...(form.reason.trim() === '' ? { reason: 'missing' } : {}) };
}

function amountError(typed: string, redemption: SiteRedemptionAnswer): ReverseErrors['amount'] {
  const { currency } = redemption;
  const amount = decimalOf(typed);
  if (!isAmount(amount)) return 'invalid';
  const minor = toMinor(amount, currency);
  if (minor === 0n) return 'zero';
  return minor > toMinor(leftToReverse(redemption), currency) ? 'tooHigh' : undefined;
}

/** Whether nothing of the sale would be left: only then is there a slot to free. */
export function reversesAll(form: ReverseForm, redemption: SiteRedemptionAnswer): boolean {
  if (form.part === 'whole') return true;
  const amount = decimalOf(form.amount);
  if (!isAmount(amount)) return false;
  return toMinor(amount, redemption.currency) === toMinor(leftToReverse(redemption), redemption.currency);
}

/** A checked form as the call takes it. */
export function reverseBody(
  form: ReverseForm,
  redemption: SiteRedemptionAnswer,
): CallBody<typeof calls.reverseRedemption> {
  return {
    reason: form.reason.trim(),
    ...(form.part === 'part' ? { amount: decimalOf(form.amount) } : {}),
    ...(reversesAll(form, redemption) ? { freeSlot: form.freeSlot } : {}),
  };
}

/** Half of the world types a comma. */
function decimalOf(typed: string): string {
  return typed.trim().replace(',', '.');
}
