import { describe, expect, it } from 'vitest';
import { offerObstacle } from './offer-obstacle.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const offer: Parameters<typeof offerObstacle>[0] = {
  ...{ name: 'Summer', siteName: 'Café', currency: 'EUR', externalUrl: null, commissionPercent: null },
  ...{ type: 'TEXT_REWARD', discountPercent: null, discountFixedAmount: null, textReward: 'A coffee' },
  ...{ benefitDisplay: 'A coffee', maxRedemptions: null, totalRedemptions: 0 },
  ...{ isMaxedOut: false, isExpired: false, isClaimed: false, isInactive: false, claimObstacle: null },
  expiresAtUtc: '2026-03-10T12:00:01.000Z',
};

describe('what stands in the way of an offer', () => {
  it('is nothing while it can be had', () => {
    expect(offerObstacle(offer, NOW)).toBeNull();
    expect(offerObstacle({ ...offer, expiresAtUtc: null }, NOW)).toBeNull();
  });

  it('is its expiry, also where it expires while it is shown', () => {
    expect(offerObstacle({ ...offer, isExpired: true, isMaxedOut: true }, NOW)).toBe('expired');
    expect(offerObstacle(offer, NOW + 1000)).toBe('expired');
  });

  it('is its maximum, what the server says of a claim, or that it is out of use', () => {
    expect(offerObstacle({ ...offer, isMaxedOut: true, claimObstacle: 'mine' }, NOW)).toBe('full');
    for (const claimObstacle of ['mine', 'claimed', 'own_site', 'blocked', 'waiting'] as const) {
      expect(offerObstacle({ ...offer, claimObstacle, isInactive: true }, NOW)).toBe(claimObstacle);
    }
    expect(offerObstacle({ ...offer, isInactive: true }, NOW)).toBe('inactive');
  });
});
