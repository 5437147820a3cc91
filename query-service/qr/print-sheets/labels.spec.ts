import { PLAIN_DESIGN } from '@perktree/contracts/qr/design';
import { type BenefitTerms, WITHHELD_BENEFIT } from '@perktree/contracts/qr/shown-benefit';
import { expect, it } from 'vitest';
import { labelPicturesOf, pagesOf } from './labels.ts';
import type { SheetPage } from './sheet-layout.ts';

const QR = {
  id: 'a',
  name: 'Verano',
  customerUrl: 'https://shop.example/scan/customer/a',
  tenantId: 'b',
  distributor: null,
  tree: null,
};

const NONE: BenefitTerms = { ...WITHHELD_BENEFIT, type: null, currency: 'EUR' };
const COFFEE: BenefitTerms = { ...NONE, type: 'TEXT_REWARD', textReward: 'A coffee' };

it('prints benefits in the language of the request, as the list shows them', async () => {
  const qrs = [
    { ...NONE, type: 'DISCOUNT_PERCENT' as const, discountPercent: 12.5 },
    { ...NONE, type: 'DISCOUNT_FIXED' as const, discountFixedAmount: 5.5 },
    NONE,
    COFFEE,
  ].map((benefitTerms) => ({ ...QR, benefitDisplay: '', benefitTerms, brand: null, design: null }));
  const benefits: string[] = [];
  for (const { texts } of pagesOf(qrs, {
    ...({ paper: 'A4', size: 'medium', language: 'es', productName: 'PerkTree' } as const),
    measure: (text) => text.length,
    pictures: new Map(),
  })) {
    benefits.push(...texts.filter(({ bold }) => !bold).map(({ text }) => text));
  }
  expect(benefits).toEqual(['12,5 % de descuento', '5,50 € de descuento', 'Oferta especial', 'A coffee']);
});

it.each([
  ['small', 0],
  ['medium', 1],
  ['large', 1],
] as const)('draws %s labels of a design with a logo with %i logos', async (size, logos) => {
  const design = { ...PLAIN_DESIGN, logo: { picture: 'c'.repeat(64), percent: 20 } };
  const qr = { ...QR, benefitDisplay: 'A coffee', benefitTerms: COFFEE, brand: null, design };
  const qrs: SheetPage['qrs'][number][] = [];
  for (const page of pagesOf([qr], {
    ...({ paper: 'A4', size, language: 'en', productName: 'PerkTree' } as const),
    measure: (text) => text.length,
    pictures: new Map([[design.logo.picture, Buffer.from('a picture')]]),
  })) {
    qrs.push(...page.qrs);
  }
  expect(qrs.filter(({ logo, drawing }) => logo !== null && drawing.logo !== null)).toHaveLength(logos);
  expect(labelPicturesOf(qr, size).logo).toBe(logos === 0 ? undefined : design.logo.picture);
});
