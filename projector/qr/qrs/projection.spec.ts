import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { inTree, NOON, newQr, recorded, redeemed, reversed, rootCreated, scanned, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { qrs } from './projection.ts';

const reissued = {
  type: 'QrReissued',
  data: {
    ...inTree('root'),
    period: 2,
    startsAt: '2026-03-02T12:00:00Z',
    expiresAt: '2026-03-03T12:00:00Z',
    trigger: 'by_hand',
  },
} as const;

describe('qrs', () => {
  it('keeps a distributor’s root out of use until it is approved, with who made it', () => {
    const [created] = recorded([{ ...rootCreated('root'), at: NOON }]);
    if (!created) throw new Error('no event');
    const fact = { type: 'RootQrCreated', data: { ...rootCreated('root').data, approval: 'waiting' } } as const;
    const waiting = {
      ...created,
      fact,
      metadata: { ...created.metadata, actor: { id: 'dora', role: 'distributor' } },
    } as const;
    const key = uuid('root');
    const row = qrs.evolve(null, waiting, key);
    expect(row).toMatchObject({ created_by: 'dora', approval: 'waiting', is_active: false });
    const after = (next: AnyEvent) => recorded([next]).map((event) => qrs.evolve(row, event, key))[0];
    const period = { startsAt: '2026-03-05T12:00:00Z', expiresAt: '2026-03-06T12:00:00Z' };
    expect(after({ type: 'QrApproved', data: { ...inTree('root'), ...period } })).toMatchObject({
      ...{ created_by: 'dora', approval: null, is_active: true, expires_at: '2026-03-06T12:00:00.000Z' },
    });
    expect(after({ type: 'QrDeclined', data: inTree('root') })).toMatchObject({
      approval: 'declined',
      is_active: false,
    });
  });

  it('keeps the renewal of a campaign in the row of its root', () => {
    const rows = rowsAfter(qrs, [
      rootCreated('root'),
      { type: 'QrSplit', data: { ...inTree('root'), depth: 1, children: [newQr('a')] } },
      { type: 'QrRenewalChosen', data: { ...inTree('root'), renewalPolicy: 'auto_reissue_on_expire' } },
    ]);
    expect(rows.map(({ renewal_policy }) => renewal_policy).sort()).toEqual(['auto_reissue_on_expire', null]);
  });

  it('counts over all issue periods, and within each', () => {
    const start = [rootCreated('root'), scanned('s1', 'root'), redeemed('r1', 'root')];
    expect(rowsAfter(qrs, start)).toMatchObject([{ total_scans: 1, total_redemptions: 1, period_redemptions: 1 }]);
    const second = redeemed('r2', 'root', { period: 2 });
    expect(rowsAfter(qrs, [...start, reissued, second, redeemed('r3', 'root', { period: 2 })])).toMatchObject([
      { period: 2, expires_at: '2026-03-03T12:00:00.000Z', total_redemptions: 3, period_redemptions: 2 },
    ]);
  });

  it('does not count a redemption of the period before that arrives after the reissue', () => {
    expect(rowsAfter(qrs, [rootCreated('root'), reissued, redeemed('late', 'root')])).toMatchObject([
      { total_redemptions: 1, period_redemptions: 0 },
    ]);
  });

  it.each([
    ['whole, slot freed', { whole: true, slotFreed: true }, 0, 0],
    ['whole, slot kept', { whole: true, slotFreed: false }, 0, 1],
    ['in part', { whole: false, slotFreed: false }, 1, 1],
  ])('counts a redemption reversed %s', (_, how, total, period) => {
    expect(rowsAfter(qrs, [rootCreated('root'), redeemed('r1', 'root'), reversed('r1', 'root', how)])).toMatchObject([
      { total_redemptions: total, period_redemptions: period },
    ]);
  });
});
