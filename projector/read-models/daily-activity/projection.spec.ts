import { describe, expect, it } from 'vitest';
import { awaited, confirmed, redeemed, reversed, scanned, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { dailyActivity } from './projection.ts';

describe('daily activity', () => {
  it('counts scans, redemptions and commission by QR and day in UTC', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...scanned('s1', 'root'), at: '2026-03-01T23:59:59.000Z' },
      { ...scanned('s2', 'root'), at: '2026-03-02T00:00:00.000Z' },
      { ...scanned('s3', 'other'), at: '2026-03-02T00:00:00.000Z' },
      { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
    ]).filter((row) => row.qr_id === uuid('root'));
    expect(rows).toMatchObject([
      { day: '2026-03-01', scans: 1, redemptions: 0, commission_minor: 0n, currency: null },
      { day: '2026-03-02', scans: 1, redemptions: 1, commission_minor: 1000n, currency: 'EUR' },
    ]);
  });

  it('takes commission back on the day of the reversal and leaves the day of the redemption', () => {
    expect(
      rowsAfter(dailyActivity, [
        { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
        { ...reversed('r1', 'root'), at: '2026-03-05T10:00:00.000Z' },
      ]),
    ).toMatchObject([
      { day: '2026-03-02', redemptions: 1, commission_minor: 1000n },
      { day: '2026-03-05', redemptions: 0, commission_minor: -1000n },
    ]);
  });

  it('has the commission on the day on which staff confirm it', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...awaited('r1', 'root'), at: '2026-03-01T23:00:00.000Z' },
      { ...confirmed('r1', 'root'), at: '2026-03-02T01:00:00.000Z' },
    ]);
    expect(rows.map(({ day, redemptions, commission_minor }) => [day, redemptions, commission_minor])).toEqual([
      ['2026-03-01', 1, 0n],
      ['2026-03-02', 0, 500n],
    ]);
    expect(rows.map(({ sales_minor }) => sales_minor)).toEqual([0n, 5_000n]);
  });

  it('has sales and commission on the same days: of the sale, of the confirmation, of the reversal', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
      { ...reversed('r1', 'root'), at: '2026-03-12T10:00:00.000Z' },
    ]);
    const figures = rows.map(({ day, sales_minor, commission_minor }) => [day, sales_minor, commission_minor]);
    expect(figures).toEqual([
      ['2026-03-02', 10_000n, 1_000n],
      ['2026-03-12', -10_000n, -1_000n],
    ]);
  });
});
