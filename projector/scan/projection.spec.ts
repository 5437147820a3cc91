import { describe, expect, it } from 'vitest';
import { awaited, confirmed, NOON, redeemed, reversed, scanned, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { scans } from './projection.ts';

describe('scans', () => {
  it('marks the redeemed scan alone, and keeps it so after a reversal', () => {
    const rows = rowsAfter(scans, [
      scanned('s1', 'root'),
      scanned('s2', 'root', { customerId: null, redemptionCode: null, redemptionToken: null }),
      redeemed('r1', 'root', { scanId: uuid('s1') }),
      reversed('r1', 'root'),
    ]);
    expect(rows.find((row) => row.scan_id === uuid('s1'))).toMatchObject({
      redeemed_at: NOON,
      redemption_id: uuid('r1'),
    });
    expect(rows.find((row) => row.scan_id === uuid('s2'))).toMatchObject({ redeemed_at: null, customer_id: null });
  });

  it('has the deadline for staff to confirm the customer’s redemption', () => {
    const scan = scanned('scan of r1', 'root');
    const endsWaiting = { scanId: uuid('scan of r1'), entryIds: [] };
    const rows = (...facts: Parameters<typeof rowsAfter>[1]) =>
      rowsAfter(scans, [scan, awaited('r1', 'root'), ...facts]);
    expect(rows()).toMatchObject([{ redeemed_at: NOON, awaiting_until: '2026-03-02T12:00:00.000Z' }]);
    expect(rows(confirmed('r1', 'root'))).toMatchObject([{ redeemed_at: NOON, awaiting_until: null }]);
    expect(rows(reversed('r1', 'root', { endsWaiting, shares: [] }))).toMatchObject([{ awaiting_until: null }]);
  });
});
