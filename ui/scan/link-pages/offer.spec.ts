import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { expect, it } from 'vitest';
import { afterReload, type OfferState } from './offer.ts';

const offerOf = (name: string): OfferState => ({
  state: 'shown',
  offer: { name } as NonNullable<ScanInfoAnswer['qr']>,
});
const unreachable: OfferState = { state: 'failed', message: 'The server cannot be reached.', temporary: true };
const removed: OfferState = { state: 'failed', message: 'This QR code was removed.', temporary: false };

it('keeps the shown offer when a reload fails for a while', () => {
  expect(afterReload(offerOf('Summer'), unreachable)).toEqual(offerOf('Summer'));
});

it.each([
  [offerOf('Summer'), offerOf('Autumn')],
  [offerOf('Summer'), removed],
  [{ state: 'loading' }, unreachable],
  [unreachable, removed],
] as const)('after %o shows the answer %o', (shown, answer) => {
  expect(afterReload(shown, answer)).toBe(answer);
});
