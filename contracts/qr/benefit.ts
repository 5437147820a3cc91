import { z } from 'zod';
import { rule } from '../kernel/issue-codes.ts';
import { shownLine, storableLine } from '../kernel/plain-text.ts';
import { benefitTypeSchema } from './shown-benefit.ts';

/** A JSON number with at most two decimals. Checked on its decimal text, since 0.29 * 100 is not 29 in binary. */
const twoDecimals = z
  .number()
  .refine((value) => !/\.\d{3}|e-/.test(String(value)), rule('TOO_MANY_DECIMALS', { max: 2 }));
export const discountPercentSchema = twoDecimals.min(0).max(100);
export const discountFixedAmountSchema = twoDecimals.min(0).max(9_999_999.99);
/** Of a new QR. */
export const textRewardSchema = shownLine(200);

/** The benefit of a QR. Exactly the field of its type is set, the other two are null. */
export const benefitSchema = z
  .strictObject({
    type: benefitTypeSchema,
    discountPercent: discountPercentSchema.nullable(),
    discountFixedAmount: discountFixedAmountSchema.nullable(),
    // Events that were stored before fields took visible characters only still have to be read.
    textReward: storableLine(200).nullable(),
  })
  .refine(
    (b) =>
      (b.discountPercent !== null) === (b.type === 'DISCOUNT_PERCENT') &&
      (b.discountFixedAmount !== null) === (b.type === 'DISCOUNT_FIXED') &&
      (b.textReward !== null) === (b.type === 'TEXT_REWARD'),
    rule('OTHER_BENEFIT_TYPE'),
  );
export type Benefit = z.infer<typeof benefitSchema>;

/** The field that holds the value of each benefit type. */
export const BENEFIT_FIELDS = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
} as const satisfies Record<Benefit['type'], keyof Benefit>;

/** All fields of a benefit in a body. */
export const BENEFIT_BODY = [
  'type',
  'discountPercent',
  'discountFixedAmount',
  'textReward',
] as const satisfies readonly (keyof Benefit)[];

interface AskedFields extends Partial<Record<(typeof BENEFIT_FIELDS)[Benefit['type']], unknown>> {
  readonly type?: Benefit['type'] | undefined;
}

/** Reports each benefit field that does not belong to the type of a body, and the type's own where it is missing. */
export function checkBenefitFields(body: AskedFields, ctx: z.RefinementCtx): void {
  if (body.type === undefined || !(body.type in BENEFIT_FIELDS)) return;
  for (const field of Object.values(BENEFIT_FIELDS)) {
    const isOwn = field === BENEFIT_FIELDS[body.type];
    const isMissing = body[field] === undefined || body[field] === null;
    if (isOwn !== isMissing) continue;
    ctx.addIssue({ code: 'custom', path: [field], message: rule(isOwn ? 'REQUIRED' : 'OTHER_BENEFIT_TYPE') });
  }
}
