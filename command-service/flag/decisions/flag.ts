import type { EventData, FlagEvent } from '@perktree/contracts/catalogue/events';
import type { Fold } from '../../engine/fold.ts';

/** How many redemptions of the flag are reviewed. */
export type FlagReview = number;

export const flagFold: Fold<FlagReview, FlagEvent> = {
  initialState: 0,
  evolve: (_state, { data }) => data.redemptions,
};

/** A review from a page that was opened earlier does not undo a later one, so what was reviewed stays reviewed. */
export function decideReview(reviewed: FlagReview, review: EventData<'FlagReviewed'>): readonly FlagEvent[] {
  return [{ type: 'FlagReviewed', data: { ...review, redemptions: Math.max(reviewed, review.redemptions) } }];
}
