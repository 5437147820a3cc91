import type { Benefit } from '@perktree/contracts/benefit';
import { toBasisPoints } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import { assertWithin } from './rules.ts';
import { sameBenefit } from './terms-rules.ts';

/** What a QR that a distributor has claimed offers to customers and to the distributor. */
export interface ClaimedOffer {
  readonly benefit: Benefit;
  readonly maxRedemptions: number | null;
  readonly commissionPercent: string;
  /** It is in a tree that the site's owner began: what a distributor made for itself sets no bound. */
  readonly isOfOwner: boolean;
}

/**
 * What the site gives to customers is its owner's to decide: a distributor's root has the benefit and the limit of an offer
 * of the owner that it has claimed, and at most that offer's percent.
 * @param maxRedemptions undefined: that of the claimed offer
 * @returns the limit of the new root
 * @throws Refused OFFER_NOT_CLAIMED, COMMISSION_TOO_HIGH
 */
export function assertOfferOfClaims(
  claimed: readonly ClaimedOffer[],
  asked: { readonly benefit: Benefit; readonly commissionPercent: string },
  maxRedemptions: number | null | undefined,
): number | null {
  const [best] = claimed
    .filter((offer) => offer.isOfOwner && sameBenefit(offer.benefit, asked.benefit))
    .filter((offer) => maxRedemptions === undefined || offer.maxRedemptions === maxRedemptions)
    .sort((a, b) => toBasisPoints(b.commissionPercent) - toBasisPoints(a.commissionPercent));
  if (best === undefined) throw new Refused('OFFER_NOT_CLAIMED');
  assertWithin(toBasisPoints(asked.commissionPercent), toBasisPoints(best.commissionPercent));
  return best.maxRedemptions;
}
