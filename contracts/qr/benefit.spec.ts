import { describe, expect, it } from 'vitest';
import { type Benefit, benefitSchema } from './benefit.ts';

const none = { discountPercent: null, discountFixedAmount: null, textReward: null };
const percent: Benefit = { ...none, type: 'DISCOUNT_PERCENT', discountPercent: 20 };
const fixed: Benefit = { ...none, type: 'DISCOUNT_FIXED', discountFixedAmount: 5 };
const text: Benefit = { ...none, type: 'TEXT_REWARD', textReward: 'A coffee' };

describe('the shape of a benefit', () => {
  it.each([percent, fixed, text])('takes exactly the field of its type: $type', (benefit) => {
    expect(benefitSchema.parse(benefit)).toEqual(benefit);
  });

  it('refuses the field of another type, two fields, no field, and unknown ones', () => {
    expect(benefitSchema.safeParse({ ...percent, type: 'DISCOUNT_FIXED' }).success).toBe(false);
    expect(benefitSchema.safeParse({ ...percent, textReward: 'and a coffee' }).success).toBe(false);
    expect(benefitSchema.safeParse({ ...none, type: 'TEXT_REWARD' }).success).toBe(false);
    expect(benefitSchema.safeParse({ ...percent, colour: 'red' }).success).toBe(false);
  });

  it.each([-1, 100.01, 12.345, Number.NaN, '20'])('refuses %j percent', (discountPercent) => {
    expect(benefitSchema.safeParse({ ...percent, discountPercent }).success).toBe(false);
  });

  it('counts decimals on the decimal text: 0.29 has two', () => {
    expect(benefitSchema.safeParse({ ...percent, discountPercent: 0.29 }).success).toBe(true);
  });

  it('refuses a reward of blanks', () => {
    expect(benefitSchema.safeParse({ ...text, textReward: '   ' }).success).toBe(false);
  });
});
