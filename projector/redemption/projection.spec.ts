import { describe, expect, it } from 'vitest';
import { awaited, confirmed, NOON, redeemed, reversed } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { redemptions } from './projection.ts';

describe('redemptions', () => {
  it('adds up reversals in parts', () => {
    const part = reversed('r1', 'root', { amount: '40.00', whole: false, slotFreed: false });
    const rest = reversed('r1', 'root', { amount: '60.00', whole: true });
    expect(rowsAfter(redemptions, [redeemed('r1', 'root'), part])).toMatchObject([
      { reversed_minor: 4000n, is_wholly_reversed: false, reversed_at: NOON },
    ]);
    expect(rowsAfter(redemptions, [redeemed('r1', 'root'), part, rest])).toMatchObject([
      { reversed_minor: 10000n, is_wholly_reversed: true },
    ]);
  });

  it('shows the confirmed sale, and no earlier earnings', () => {
    const waiting = { sale_minor: 10_000n, pool_minor: 0n, confirmed_via: 'self', confirmed_at: null };
    expect(rowsAfter(redemptions, [awaited('r1', 'root')])).toMatchObject([
      { ...waiting, awaiting_until: '2026-03-02T12:00:00.000Z' },
    ]);
    const later = '2026-03-02T09:00:00.000Z';
    expect(rowsAfter(redemptions, [awaited('r1', 'root'), { ...confirmed('r1', 'root'), at: later }])).toMatchObject([
      {
        ...{ sale_minor: 5_000n, pool_minor: 500n, confirmed_by: 'staff', confirmed_via: 'code' },
        ...{ awaiting_until: null, confirmed_at: later, redeemed_at: NOON },
      },
    ]);
  });
});
