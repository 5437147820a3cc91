import { describe, expect, it } from 'vitest';
import { NOON, payout, SITE, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { payouts } from './projection.ts';

const entryIds = [uuid('e1'), uuid('e2')];
const generated = {
  type: 'PayoutGenerated',
  data: { ...payout('p1'), amount: '25.50', entryIds, settlement: 'by_hand' },
} as const;

describe('payouts', () => {
  it('end as paid, failed or cancelled', () => {
    const noteId = uuid('note');
    const failed = { type: 'PayoutFailed', data: { ...payout('p1'), entryIds, reason: 'no_payout_account' } } as const;
    const cancelled = { type: 'PayoutCancelled', data: { ...payout('p1'), entryIds, noteId, noteHash: null } } as const;
    expect(rowsAfter(payouts, [generated, failed])).toMatchObject([{ status: 'failed', settled_at: NOON }]);
    expect(rowsAfter(payouts, [generated, cancelled])).toMatchObject([{ status: 'cancelled', note_id: noteId }]);
    const paid = {
      type: 'PayoutPaid',
      data: {
        ...payout('p1'),
        amount: '25.50',
        entryIds,
        reference: 'tr_1',
        noteId: null,
        noteHash: null,
        accountHash: null,
      },
    } as const;
    expect(rowsAfter(payouts, [generated, paid])).toMatchObject([{ status: 'paid', reference: 'tr_1', paid_at: NOON }]);
    const returned = {
      type: 'PayoutReturned',
      data: { ...payout('p1'), amount: '25.50', entryIds, noteId, noteHash: null },
    } as const;
    expect(rowsAfter(payouts, [generated, paid, returned])).toMatchObject([{ status: 'returned', paid_at: NOON }]);
    const corrected = {
      type: 'PayoutReferenceCorrected',
      data: { ...payout('p1'), entryIds, noteId, noteHash: null, reason: 'typing_mistake' },
    } as const;
    expect(rowsAfter(payouts, [generated, paid, corrected])).toMatchObject([{ status: 'paid', note_id: noteId }]);
  });

  it('tell what became of the owner’s money', () => {
    const funding = { fundingId: uuid('f1'), tenantId: SITE.tenantId, payoutIds: [uuid('p1')] };
    const requested = {
      type: 'PayoutFundingRequested',
      data: {
        ...funding,
        ...({ currency: 'EUR', amount: '25.50', fee: '0.77', subscription: null, approval: 'new_business' } as const),
      },
    } as const;
    const refused = { type: 'PayoutFundingFailed', data: { ...funding, reason: 'payment_refused' } } as const;
    const failed = { type: 'PayoutFailed', data: { ...payout('p1'), entryIds, reason: 'not_collected' } } as const;
    expect(rowsAfter(payouts, [generated, requested])).toMatchObject([
      { status: 'processing', funding: 'awaiting_approval', funding_id: uuid('f1') },
    ]);
    expect(rowsAfter(payouts, [generated, requested, refused, failed])).toMatchObject([
      { status: 'failed', funding: 'failed', failure: 'payment_refused' },
    ]);
  });
});
