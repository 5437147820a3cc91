import type { DisputeEvent } from '@perktree/contracts/catalogue/events';
import { DISPUTE_ACTIONS, type DisputeAction } from '@perktree/contracts/support/calls';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dispute, decideNote, disputeFold } from './dispute.ts';

const id = '0198c0de-0000-4000-8000-000000000001';
const note = { redemptionId: id, qrId: id, siteId: id, tenantId: id, noteId: id, noteHash: null };

describe('a dispute', () => {
  it('is opened, answered any number of times and closed, one at a time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DISPUTE_ACTIONS), { maxLength: 30 }), (actions) => {
        let state: Dispute = disputeFold.initialState;
        let open = false;
        for (const action of actions) {
          const refusal = (action === 'open') === open ? (open ? 'DISPUTE_OPEN' : 'NO_OPEN_DISPUTE') : null;
          const decide = (): readonly DisputeEvent[] => decideNote(state, { ...note, action: action as DisputeAction });
          if (refusal !== null) {
            expect(decide).toThrowError(expect.objectContaining({ code: refusal }));
            continue;
          }
          const events = decide();
          expect(events).toEqual([{ type: expect.stringMatching(/^Dispute/), data: note }]);
          for (const event of events) state = disputeFold.evolve(state, event, '');
          open = action !== 'close';
          expect(state).toBe({ open: 'open', answer: 'answered', close: 'closed' }[action]);
        }
      }),
    );
  });
});
