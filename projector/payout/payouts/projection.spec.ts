import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { expect, it } from 'vitest';
import {
  NOON,
  payout,
  payoutFailed,
  payoutGenerated,
  payoutPaid,
  payoutReturned,
  SITE,
  uuid,
} from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { payouts } from './projection.ts';

const entryIds = [uuid('e1'), uuid('e2')];
const generated = payoutGenerated('p1', '25.50', entryIds);
const paid = payoutPaid('p1', '25.50', entryIds, { reference: 'tr_1' });
const note = { noteId: uuid('note'), noteHash: null };
const funding = { fundingId: uuid('f1'), tenantId: SITE.tenantId, payoutIds: [uuid('p1')] };
const requested: AnyEvent = {
  type: 'PayoutFundingRequested',
  data: { ...funding, currency: 'EUR', amount: '25.50', fee: '0.77', subscription: null, approval: 'new_business' },
};

it.each<[string, AnyEvent[], object]>([
  ['failed', [payoutFailed('p1', entryIds)], { status: 'failed', settled_at: NOON }],
  [
    'cancelled',
    [{ type: 'PayoutCancelled', data: { ...payout('p1'), entryIds, ...note } }],
    { status: 'cancelled', note_id: note.noteId },
  ],
  ['paid', [paid], { status: 'paid', reference: 'tr_1', paid_at: NOON }],
  ['returned', [paid, payoutReturned('p1', '25.50', entryIds)], { status: 'returned', paid_at: NOON }],
  [
    'corrected',
    [
      paid,
      { type: 'PayoutReferenceCorrected', data: { ...payout('p1'), entryIds, ...note, reason: 'typing_mistake' } },
    ],
    { status: 'paid', note_id: note.noteId },
  ],
  [
    'awaiting the owner’s money',
    [requested],
    { status: 'processing', funding: 'awaiting_approval', funding_id: uuid('f1') },
  ],
  [
    'refused the owner’s money',
    [
      requested,
      { type: 'PayoutFundingFailed', data: { ...funding, reason: 'payment_refused' } },
      { type: 'PayoutFailed', data: { ...payout('p1'), entryIds, reason: 'not_collected' } },
    ],
    { status: 'failed', funding: 'failed', failure: 'payment_refused' },
  ],
])('a payout is %s', (_, events, row) => expect(rowsAfter(payouts, [generated, ...events])).toMatchObject([row]));
