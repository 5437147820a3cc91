import { describe, expect, it } from 'vitest';
import { benefitDisplay, benefitLabel, WITHHELD_BENEFIT } from './shown-benefit.ts';

const percent = { ...WITHHELD_BENEFIT, type: 'DISCOUNT_PERCENT', discountPercent: 20 };
const fixed = { ...WITHHELD_BENEFIT, type: 'DISCOUNT_FIXED', discountFixedAmount: 5 };
const text = { ...WITHHELD_BENEFIT, type: 'TEXT_REWARD', textReward: 'A coffee' };

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
