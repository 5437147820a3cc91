import type { EventData, TillReferenceEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { Decider } from '../../decider/decider.ts';

type Use = EventData<'TillReferenceUsed'>;

/** What a reference of a site stands for; null: nothing yet. */
type TillReference = Use | null;

export const tillReferenceDecider: Decider<TillReference, TillReferenceEvent> = {
  initialState: null,
  evolve: (_state, { data }) => data,
};

/**
 * A reference permanently stands for the first scan that it is sent with, so it is unique.
 * @throws Refused TILL_REFERENCE_USED where it stands for another scan
 */
export function useTillReference(state: TillReference, use: Use): readonly TillReferenceEvent[] {
  if (state === null) return [{ type: 'TillReferenceUsed', data: use }];
  if (state.scanId !== use.scanId) throw new Refused('TILL_REFERENCE_USED');
  return [];
}
