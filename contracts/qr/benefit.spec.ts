import { describe, expect, it } from 'vitest';
import { type Benefit, benefitDisplay, benefitLabel, benefitSchema, WITHHELD_BENEFIT } from './benefit.ts';

const none = { discountPercent: null, discountFixedAmount: null, textReward: null };
const percent: Benefit = { ...none, type: 'DISCOUNT_PERCENT', discountPercent: 20 };
const fixed: Benefit = { ...none, type: 'DISCOUNT_FIXED', discountFixedAmount: 5 };
const text: Benefit = { ...none, type: 'TEXT_REWARD', textReward: 'A coffee' };

describe('benefit labels', () => {
  it('in QR management and on the link pages', () => {
    expect(benefitDisplay(percent, 'EUR')).toBe('20% Discount');
    expect(benefitDisplay(fixed, 'EUR')).toBe('€5 Off');
    expect(benefitDisplay(text, 'EUR')).toBe('A coffee');
    expect(benefitDisplay(WITHHELD_BENEFIT, 'EUR')).toBe('Special Offer');
    expect(benefitDisplay({ ...WITHHELD_BENEFIT, type: 'SOMETHING_ELSE' }, 'EUR')).toBe('Special Offer');
  });

  it('on the scan page, with a dollar sign for EUR', () => {
    const onScan = (benefit: typeof WITHHELD_BENEFIT, currency: 'EUR' | 'GBP', language = 'en') =>
      benefitLabel({ ...benefit, currency }, language, 'scan');
    expect(onScan(percent, 'EUR')).toBe('20% OFF');
    expect(onScan(fixed, 'EUR')).toBe('$5 OFF');
    expect(onScan(WITHHELD_BENEFIT, 'EUR')).toBe('Reward Available');
    expect(onScan(fixed, 'GBP', 'es')).toBe('5 £ de descuento');
  });

  it('in Spanish with its own numbers, and with the words of the owner for a reward that reads like a label', () => {
    const inSpanish = (benefit: typeof WITHHELD_BENEFIT) => benefitLabel({ ...benefit, currency: 'EUR' }, 'es');
    expect(inSpanish({ ...percent, discountPercent: 12.5 })).toBe('12,5 % de descuento');
    expect(inSpanish({ ...fixed, discountFixedAmount: 5.5 })).toBe('5,50 € de descuento');
    expect(inSpanish(WITHHELD_BENEFIT)).toBe('Oferta especial');
    expect(inSpanish({ ...text, textReward: '20% OFF' })).toBe('20% OFF');
  });
});

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
