import { describe, expect, it } from 'vitest';
import { awaited, confirmed, redeemed, reversed, scanned, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { dailyActivity } from './projection.ts';

describe('daily activity', () => {
  it('counts scans, redemptions and commission by QR and quarter of an hour', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...scanned('s1', 'root'), at: '2026-03-01T23:59:59.000Z' },
      { ...scanned('s2', 'root'), at: '2026-03-02T00:00:00.000Z' },
      { ...scanned('s3', 'other'), at: '2026-03-02T00:00:00.000Z' },
      { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
    ]).filter((row) => row.qr_id === uuid('root'));
    expect(rows).toMatchObject([
      { quarter_hour: '2026-03-01T23:45:00.000Z', scans: 1, redemptions: 0, commission_minor: 0n, currency: null },
      { quarter_hour: '2026-03-02T00:00:00.000Z', scans: 1, redemptions: 0, commission_minor: 0n, currency: null },
      { quarter_hour: '2026-03-02T10:00:00.000Z', scans: 0, redemptions: 1, commission_minor: 1000n, currency: 'EUR' },
    ]);
  });

  it('takes commission back when it is reversed and leaves what was at the redemption', () => {
    expect(
      rowsAfter(dailyActivity, [
        { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
        { ...reversed('r1', 'root'), at: '2026-03-05T10:00:00.000Z' },
      ]),
    ).toMatchObject([
      { quarter_hour: '2026-03-02T10:00:00.000Z', redemptions: 1, commission_minor: 1000n },
      { quarter_hour: '2026-03-05T10:00:00.000Z', redemptions: 0, commission_minor: -1000n },
    ]);
  });

  it('has the commission when staff confirm it', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...awaited('r1', 'root'), at: '2026-03-01T23:00:00.000Z' },
      { ...confirmed('r1', 'root'), at: '2026-03-02T01:00:00.000Z' },
    ]);
    expect(
      rows.map(({ quarter_hour, redemptions, commission_minor }) => [quarter_hour, redemptions, commission_minor]),
    ).toEqual([
      ['2026-03-01T23:00:00.000Z', 1, 0n],
      ['2026-03-02T01:00:00.000Z', 0, 500n],
    ]);
    expect(rows.map(({ sales_minor }) => sales_minor)).toEqual([0n, 5_000n]);
  });

  it('has sales and commission at the same times: of the sale, of the confirmation, of the reversal', () => {
    const rows = rowsAfter(dailyActivity, [
      { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
      { ...reversed('r1', 'root'), at: '2026-03-12T10:00:00.000Z' },
    ]);
    const figures = rows.map(({ quarter_hour, sales_minor, commission_minor }) => [
      quarter_hour,
      sales_minor,
      commission_minor,
    ]);
    expect(figures).toEqual([
      ['2026-03-02T10:00:00.000Z', 10_000n, 1_000n],
      ['2026-03-12T10:00:00.000Z', -10_000n, -1_000n],
    ]);
  });
});
