import type { EventData, TillReferenceEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Fold } from '../../engine/fold.ts';

type Use = EventData<'TillReferenceUsed'>;

/** The scan to which a reference of a site is bound; null: none yet. */
export type TillReference = Use | null;

export const tillReferenceFold: Fold<TillReference, TillReferenceEvent> = {
  initialState: null,
  evolve: (_state, { data }) => data,
};

/**
 * Binds a reference permanently to the first scan that it is sent with. Idempotent.
 * @throws Refused TILL_REFERENCE_USED if it is bound to another scan
 */
export function useTillReference(state: TillReference, use: Use): readonly TillReferenceEvent[] {
  if (state === null) return [{ type: 'TillReferenceUsed', data: use }];
  if (state.scanId !== use.scanId) throw new Refused('TILL_REFERENCE_USED');
  return [];
}
