import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../public/render-page.tsx';

const OFFER: NonNullable<ScanInfoAnswer['qr']> = {
  ...{ name: 'Bread', siteName: 'Harbour Bakery', currency: 'EUR', benefitDisplay: '20% Discount', externalUrl: null },
  ...{ type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
  ...{ maxRedemptions: 3, totalRedemptions: 0, isMaxedOut: false, isExpired: false, isClaimed: false },
  ...{ isInactive: false, claimObstacle: null, expiresAtUtc: null, brand: null, commissionPercent: null },
};
const HINT = { en: 'Show this screen to staff', es: 'Muestra esta pantalla al personal' };

const page = (language: 'en' | 'es', signedIn: boolean, state: Partial<typeof OFFER>) =>
  renderPage(
    { page: 'link', kind: 'customer', token: 'a-token' },
    {
      ...{ language, brand: 'PerkTree', signedIn, renderedAt: '2026-03-10T12:00:00.000Z' },
      info: { success: true, message: 'OK', qr: { ...OFFER, ...state } },
    },
  ).html;

describe.each(['en', 'es'] as const)('a customer link in %s', (language) => {
  it('asks to show the screen where there can be a code', () => {
    expect(page(language, true, {})).toContain(HINT[language]);
  });

  it.each([
    ['a visitor who is signed out', false, {}],
    ['a full offer', true, { isMaxedOut: true }],
    ['an expired offer', true, { isExpired: true }],
    ['a deactivated offer', true, { isInactive: true }],
  ])('does not for %s', (_, signedIn, state) => {
    expect(page(language, signedIn, state)).not.toContain(HINT[language]);
  });

  it('opens sign-up with the role on a device without an account', () => {
    const returnTo = encodeURIComponent('/scan/customer/a-token');
    expect(page(language, false, {})).toContain(`/api/login?intent=customer&amp;returnTo=${returnTo}&amp;signUp=true`);
  });
});
