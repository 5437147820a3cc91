import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { describe, expect, it } from 'vitest';
import { filterOf, isFiltering, queryOf, stateOf } from './redemption-filter.ts';

const redeemed: SiteRedemptionAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  qrId: '00000000-0000-4000-8000-000000000002',
  qrName: 'Café window',
  customerName: 'Deleted user',
  benefit: '20% Discount',
  saleAmount: '100.00',
  currency: 'EUR',
  confirmedBy: 'Counter 1',
  confirmedVia: 'code',
  redeemedAt: '2026-06-05T12:00:00.000Z',
  confirmation: null,
  reversedAt: null,
  reversedAmount: '0.00',
  isWhollyReversed: false,
};
const partly = { ...redeemed, reversedAt: '2026-06-06T12:00:00.000Z', reversedAmount: '40.00' };
const reversed = { ...partly, reversedAmount: '100.00', isWhollyReversed: true };
const all = { text: '', state: 'all' } as const;

describe('the state of a redemption', () => {
  it('is redeemed, partly reversed or reversed', () => {
    expect([redeemed, partly, reversed].map(stateOf)).toEqual(['redeemed', 'partly', 'reversed']);
    const waiting = (['awaiting', 'lapsed'] as const).map((confirmation) => ({ ...redeemed, confirmation }));
    expect(waiting.map(stateOf)).toEqual(['awaiting', 'lapsed']);
  });
});

describe('the address', () => {
  it('keeps the filter', () => {
    const filter = { text: 'a & b=c', state: 'reversed' } as const;
    expect(filterOf(new URLSearchParams(queryOf(filter).toString()))).toEqual(filter);
    expect(queryOf(all).toString()).toBe('');
  });

  it('with a state that there is not filters nothing', () => {
    const filter = filterOf(new URLSearchParams('state=gone'));
    expect(filter).toEqual(all);
    expect([filter, { ...all, text: ' ' }, { ...all, text: 'x' }].map(isFiltering)).toEqual([false, false, true]);
  });
});
