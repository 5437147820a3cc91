import type { QrLabel } from '@perktree/contracts/http/qr-lists';
import { afterEach, expect, it, vi } from 'vitest';
import { pagesOf } from './use-print-sheet.ts';

afterEach(() => void vi.unstubAllGlobals());

it('prints benefits in the language of the page, as the list shows them', async () => {
  const context = { measureText: (text: string) => ({ width: text.length }) };
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
  const label = {
    id: 'a',
    name: 'Verano',
    customerUrl: 'https://shop.example/scan/customer/a',
    brand: null,
    design: null,
  };
  const labels: QrLabel[] = ['12.5% Discount', '€5.50 Off', 'Special Offer', 'A coffee'].map((benefitDisplay) => ({
    ...label,
    benefitDisplay,
  }));
  const benefits: string[] = [];
  for await (const { texts } of pagesOf(labels, 'A4', 'medium', 'es'))
    benefits.push(...texts.filter(({ bold }) => !bold).map(({ text }) => text));
  expect(benefits).toEqual(['12,5 % de descuento', '5,50 € de descuento', 'Oferta especial', 'A coffee']);
});
