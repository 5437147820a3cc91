import { describe, expect, it } from 'vitest';
import { offerObstacle } from './offer-obstacle.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const offer: Parameters<typeof offerObstacle>[0] = {
  ...{ name: 'Summer', siteName: 'Café', currency: 'EUR', externalUrl: null, brand: null, commissionPercent: null },
  ...{ type: 'TEXT_REWARD', discountPercent: null, discountFixedAmount: null, textReward: 'A coffee' },
  ...{ benefitDisplay: 'A coffee', maxRedemptions: null, totalRedemptions: 0 },
  ...{ isMaxedOut: false, isExpired: false, isClaimed: false, isInactive: false, claimObstacle: null },
  expiresAtUtc: '2026-03-10T12:00:01.000Z',
};

describe('the obstacle of an offer', () => {
  it('is null while the offer is available', () => {
    expect(offerObstacle(offer, NOW)).toBeNull();
    expect(offerObstacle({ ...offer, expiresAtUtc: null }, NOW)).toBeNull();
  });

  it('is its expiry, also if it expires while shown', () => {
    expect(offerObstacle({ ...offer, isExpired: true, isMaxedOut: true }, NOW)).toBe('expired');
    expect(offerObstacle(offer, NOW + 1000)).toBe('expired');
  });

  it('is a full offer, an obstacle of the server, or inactivity', () => {
    expect(offerObstacle({ ...offer, isMaxedOut: true, claimObstacle: 'mine' }, NOW)).toBe('full');
    for (const claimObstacle of ['mine', 'claimed', 'own_site', 'blocked', 'waiting'] as const) {
      expect(offerObstacle({ ...offer, claimObstacle, isInactive: true }, NOW)).toBe(claimObstacle);
    }
    expect(offerObstacle({ ...offer, isInactive: true }, NOW)).toBe('inactive');
  });
});
