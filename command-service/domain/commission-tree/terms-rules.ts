import { BENEFIT_FIELDS, type Benefit } from '@perktree/contracts/benefit';
import { invalidField } from '@perktree/contracts/validation-issues';

/** The benefit fields of a command; null and undefined are the same. */
export interface AskedBenefit {
  readonly type?: Benefit['type'] | undefined;
  readonly discountPercent?: number | null | undefined;
  readonly discountFixedAmount?: number | null | undefined;
  readonly textReward?: string | null | undefined;
}

/**
 * The benefit that a command asks for: exactly the field of its type is set (specification 5). What it leaves out stays
 * as it is, as long as the type does.
 * @throws Refused VALIDATION_FAILED
 */
export function askedBenefit(asked: AskedBenefit, current: Benefit | null): Benefit {
  const type = asked.type ?? current?.type;
  if (type === undefined) throw invalidField('type', 'REQUIRED');
  const own = BENEFIT_FIELDS[type];
  for (const field of Object.values(BENEFIT_FIELDS)) {
    if (field !== own && asked[field] != null) throw invalidField(field, 'OTHER_BENEFIT_TYPE');
  }
  const value = asked[own] ?? (current?.type === type ? current[own] : null);
  if (value === null || value === undefined) throw invalidField(own, 'REQUIRED');
  return { type, discountPercent: null, discountFixedAmount: null, textReward: null, [own]: value };
}

export function sameBenefit(a: Benefit, b: Benefit): boolean {
  return a.type === b.type && a[BENEFIT_FIELDS[a.type]] === b[BENEFIT_FIELDS[b.type]];
}
