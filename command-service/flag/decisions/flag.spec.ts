import { expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { decideReview, flagFold } from './flag.ts';

const id = '0198c0de-0000-4000-8000-000000000001';
const review = (redemptions: number) => ({
  flagId: id,
  siteId: id,
  tenantId: id,
  noteId: id,
  noteHash: null,
  redemptions,
});

it('a review covers the redemptions that its author has seen, and never fewer than an earlier one', () => {
  const first = decideReview(flagFold.initialState, review(5));
  expect(first).toEqual([{ type: 'FlagReviewed', data: review(5) }]);
  const state = given(flagFold, first, '2026-05-01T10:00:00.000Z');
  expect(decideReview(state, review(3))).toEqual([{ type: 'FlagReviewed', data: review(5) }]);
  expect(decideReview(state, review(8))).toEqual([{ type: 'FlagReviewed', data: review(8) }]);
});
