import { expect, it } from 'vitest';
import { offerObstacle } from './offer-obstacle.ts';

type Offer = Parameters<typeof offerObstacle>[0];
const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const OPEN = {
  ...{ isMaxedOut: false, isExpired: false, isInactive: false, claimObstacle: null },
  expiresAtUtc: '2026-03-10T12:00:01.000Z',
};
const of = (fields: Partial<Offer>, now = NOW) => offerObstacle({ ...OPEN, ...fields } as Offer, now);

it('is null while the offer is available, else its expiry also while it is shown, then a full offer, what the server says, or inactivity', () => {
  expect([of({}), of({ expiresAtUtc: null })]).toEqual([null, null]);
  expect([of({ isExpired: true, isMaxedOut: true }), of({}, NOW + 1000)]).toEqual(['expired', 'expired']);
  expect(of({ isMaxedOut: true, claimObstacle: 'mine' })).toBe('full');
  expect(of({ claimObstacle: 'claimed', isInactive: true })).toBe('claimed');
  expect(of({ isInactive: true })).toBe('inactive');
});
