import { expect, it } from 'vitest';
import { afterReload, type OfferState } from './offer.ts';

const offerOf = (name: string) => ({ state: 'shown', offer: { name } }) as OfferState;
const unreachable: OfferState = { state: 'failed', message: 'The server cannot be reached.', temporary: true };
const removed: OfferState = { state: 'failed', message: 'This QR code was removed.', temporary: false };

it.each([
  [offerOf('Summer'), unreachable, offerOf('Summer')],
  [offerOf('Summer'), offerOf('Autumn'), offerOf('Autumn')],
  [offerOf('Summer'), removed, removed],
  [{ state: 'loading' } as const, unreachable, unreachable],
])('a shown offer stays when a reload fails for a while: after %o and the answer %o', (shown, answer, expected) => {
  expect(afterReload(shown, answer)).toEqual(expected);
});
