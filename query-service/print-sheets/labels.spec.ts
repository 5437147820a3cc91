import { expect, it } from 'vitest';
import { pagesOf } from './labels.ts';

it('prints benefits in the language of the request, as the list shows them', async () => {
  const qr = { id: 'a', name: 'Verano', customerUrl: 'https://shop.example/scan/customer/a', tenantId: 'b' };
  const qrs = ['12.5% Discount', '€5.50 Off', 'Special Offer', 'A coffee'].map((benefitDisplay) => ({
    ...{ ...qr, benefitDisplay },
    ...{ brand: null, design: null },
  }));
  const benefits: string[] = [];
  for await (const { texts } of pagesOf(qrs, {
    ...({ paper: 'A4', size: 'medium', language: 'es', productName: 'PerkTree' } as const),
    measure: (text) => text.length,
    pictureOf: async () => null,
  })) {
    benefits.push(...texts.filter(({ bold }) => !bold).map(({ text }) => text));
  }
  expect(benefits).toEqual(['12,5 % de descuento', '5,50 € de descuento', 'Oferta especial', 'A coffee']);
});
