import type { Benefit } from '@perktree/contracts/benefit';
import { Refused } from '@perktree/contracts/refusals';

/** The benefit fields of a command; null and undefined are the same. */
export interface AskedBenefit {
  readonly type?: Benefit['type'] | undefined;
  readonly discountPercent?: number | null | undefined;
  readonly discountFixedAmount?: number | null | undefined;
  readonly textReward?: string | null | undefined;
}

const FIELD_OF_TYPE = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
} as const satisfies Record<Benefit['type'], keyof AskedBenefit>;

/**
 * The benefit that a command asks for: exactly the field of its type is set (specification 5). What it leaves out stays
 * as it is, as long as the type does.
 * @throws Refused VALIDATION_FAILED
 */
export function askedBenefit(asked: AskedBenefit, current: Benefit | null): Benefit {
  const type = asked.type ?? current?.type;
  if (type === undefined) throw invalid('type', 'a benefit has a type');
  const own = FIELD_OF_TYPE[type];
  for (const field of Object.values(FIELD_OF_TYPE)) {
    if (field !== own && asked[field] != null) throw invalid(field, `does not belong to ${type}`);
  }
  const value = asked[own] ?? (current?.type === type ? current[own] : null);
  if (value === null || value === undefined) throw invalid(own, `${type} needs it`);
  return { type, discountPercent: null, discountFixedAmount: null, textReward: null, [own]: value };
}

export function sameBenefit(a: Benefit, b: Benefit): boolean {
  return a.type === b.type && a[FIELD_OF_TYPE[a.type]] === b[FIELD_OF_TYPE[b.type]];
}

function invalid(path: string, message: string): Refused {
  return new Refused('VALIDATION_FAILED', { detail: `${path}: ${message}` }, [{ path, message }]);
}
