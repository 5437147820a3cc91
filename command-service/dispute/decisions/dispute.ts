import type { DisputeEvent, EventData } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { DisputeAction, DisputeState } from '@perktree/contracts/support/calls';
import type { Fold } from '../../engine/fold.ts';

/** Null: the redemption has never been disputed. */
export type Dispute = DisputeState | null;

const STATE_AFTER = { DisputeOpened: 'open', DisputeAnswered: 'answered', DisputeClosed: 'closed' } as const;

export const disputeFold: Fold<Dispute, DisputeEvent> = {
  initialState: null,
  evolve: (_state, { type }) => STATE_AFTER[type],
};

const EVENTS = { open: 'DisputeOpened', answer: 'DisputeAnswered', close: 'DisputeClosed' } as const;

/**
 * Adds a note about a redemption. A closed dispute can be opened again.
 * @throws Refused DISPUTE_OPEN, NO_OPEN_DISPUTE
 */
export function decideNote(
  state: Dispute,
  { action, ...note }: EventData<'DisputeOpened'> & { readonly action: DisputeAction },
): readonly DisputeEvent[] {
  const isOpen = state === 'open' || state === 'answered';
  if (action === 'open' && isOpen) throw new Refused('DISPUTE_OPEN');
  if (action !== 'open' && !isOpen) throw new Refused('NO_OPEN_DISPUTE');
  return [{ type: EVENTS[action], data: note }];
}
