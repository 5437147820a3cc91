import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { ApiError } from '../api-error.ts';

type Offer = NonNullable<ScanInfoAnswer['qr']>;
export type CustomerObstacle = 'expired' | 'full' | 'inactive';
export type OfferObstacle = CustomerObstacle | NonNullable<Offer['claimObstacle']>;

/**
 * Why a QR cannot be claimed or redeemed by its link.
 * @param now milliseconds
 */
export function offerObstacle(offer: Offer, now: number): OfferObstacle | null {
  if (offer.isExpired || (offer.expiresAtUtc !== null && Date.parse(offer.expiresAtUtc) <= now)) return 'expired';
  if (offer.isMaxedOut) return 'full';
  return offer.claimObstacle ?? (offer.isInactive ? 'inactive' : null);
}

/** Kinds of claim failures, each with its own text. */
type ClaimFailure = 'alreadyClaimed' | 'denied' | 'invalid' | 'error';

const BY_STATUS: Readonly<Record<number, ClaimFailure>> = { 400: 'invalid', 403: 'denied', 409: 'alreadyClaimed' };

export function claimFailure(error: unknown): ClaimFailure {
  return (error instanceof ApiError && BY_STATUS[error.status]) || 'error';
}
