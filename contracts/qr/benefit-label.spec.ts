import { expect, it } from 'vitest';
import { benefitDisplay, benefitScanLabel, WITHHELD_BENEFIT } from './benefit.ts';
import { benefitLabel } from './benefit-label.ts';

const none = { discountPercent: null, discountFixedAmount: null, textReward: null };
const percent = { ...none, type: 'DISCOUNT_PERCENT', discountPercent: 12.5 };
const fixed = { ...none, type: 'DISCOUNT_FIXED', discountFixedAmount: 5.5 };

it('translates every label of the contracts to Spanish, and keeps English and custom labels', () => {
  const labels = [percent, { ...fixed, discountFixedAmount: 5 }, fixed, WITHHELD_BENEFIT].map((b) =>
    benefitDisplay(b, 'EUR'),
  );
  expect(labels).toEqual(['12.5% Discount', '€5 Off', '€5.50 Off', 'Special Offer']);
  expect(labels.map((label) => benefitLabel(label, 'en'))).toEqual(labels);
  expect(labels.map((label) => benefitLabel(label, 'es'))).toEqual([
    '12,5 % de descuento',
    '5 € de descuento',
    '5,50 € de descuento',
    'Oferta especial',
  ]);
  expect([percent, fixed, WITHHELD_BENEFIT].map((b) => benefitLabel(benefitScanLabel(b, 'GBP'), 'es'))).toEqual([
    '12,5 % de descuento',
    '5,50 £ de descuento',
    'Recompensa disponible',
  ]);
  expect(benefitLabel('Free coffee', 'es')).toBe('Free coffee');
});
