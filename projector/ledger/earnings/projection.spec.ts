import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { awaited, confirmed, payout, redeemed, reversed, SITE, share, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { earnings } from './projection.ts';

describe('earnings', () => {
  it('sum the shares of an owner, also of one that owns two QRs of a path', () => {
    const shares = [
      share('e1', 'root', 'dora', '6.00', '6.00'),
      share('e2', 'child', 'emil', '3.00', '3.00'),
      share('e3', 'grandchild', 'dora', '1.00', '1.00'),
    ];
    expect(rowsAfter(earnings, [redeemed('r1', 'grandchild', { shares })])).toEqual([
      expect.objectContaining({ distributor_id: 'dora', month: '2026-03', earned_minor: 700n, paid_minor: 0n }),
      expect.objectContaining({ distributor_id: 'emil', earned_minor: 300n }),
    ]);
  });

  it('are by calendar month in UTC; reversals count in their own month', () => {
    const rows = rowsAfter(earnings, [
      { ...redeemed('r1', 'root'), at: '2026-03-31T23:59:59.999Z' },
      { ...redeemed('r2', 'root'), at: '2026-04-01T00:00:00.000Z' },
      { ...reversed('r1', 'root'), at: '2026-04-02T10:00:00.000Z' },
    ]);
    expect(rows.map(({ month, earned_minor }) => [month, earned_minor])).toEqual([
      ['2026-03', 1000n],
      ['2026-04', 0n],
    ]);
  });

  it('has payments in the month of the payment', () => {
    const paid = {
      type: 'PayoutPaid' as const,
      data: {
        ...payout('p1'),
        amount: '10.00',
        entryIds: [uuid('r1 entry')],
        reference: 'tr_7',
        noteId: null,
        noteHash: null,
        accountHash: null,
      },
      at: '2026-05-02T10:00:00.000Z',
    } satisfies AnyEvent & { at: string };
    expect(rowsAfter(earnings, [redeemed('r1', 'root'), paid])).toMatchObject([
      { month: '2026-03', earned_minor: 1000n, paid_minor: 0n },
      { month: '2026-05', earned_minor: 0n, paid_minor: 1000n, site_id: SITE.siteId, tenant_id: SITE.tenantId },
    ]);
  });

  it('count with the confirmation, where staff have to confirm', () => {
    const month = (facts: Parameters<typeof rowsAfter>[1]) =>
      rowsAfter(earnings, facts).map(({ month, earned_minor }) => [month, earned_minor]);
    const march = { ...awaited('r1', 'root'), at: '2026-03-31T23:00:00.000Z' };
    const april = { ...confirmed('r1', 'root'), at: '2026-04-01T01:00:00.000Z' };
    expect(month([march])).toEqual([]);
    expect(month([march, april])).toEqual([['2026-04', 500n]]);
  });
});
