import { describe, expect, it } from 'vitest';
import { awaited, confirmed, redeemed, reversed, SITE, scanned } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { activityTotals } from './projection.ts';

const HISTORY = [
  { ...scanned('s1', 'root'), at: '2026-03-01T23:59:59.000Z' },
  { ...scanned('s2', 'root'), at: '2026-03-02T00:00:00.000Z' },
  { ...scanned('s3', 'other'), at: '2026-03-02T00:00:00.000Z' },
  { ...redeemed('r1', 'root'), at: '2026-03-02T10:00:00.000Z' },
  { ...redeemed('r2', 'other'), at: '2026-03-02T10:00:00.000Z' },
  { ...reversed('r1', 'root'), at: '2026-03-05T10:00:00.000Z' },
];

describe('activity totals', () => {
  it.each([
    ['site', SITE.siteId],
    ['tenant', SITE.tenantId],
    ['installation', 'all'],
  ])('count all QRs of a %s by quarter of an hour', (_, scope) => {
    const rows = rowsAfter(activityTotals, HISTORY).filter((row) => row.scope === scope);
    expect(
      rows.map((row) => [row.quarter_hour, row.currency, row.scans, row.redemptions, row.commission_minor]),
    ).toEqual([
      ['2026-03-01T23:45:00.000Z', null, 1, 0, 0n],
      ['2026-03-02T00:00:00.000Z', null, 2, 0, 0n],
      ['2026-03-02T10:00:00.000Z', 'EUR', 0, 2, 2000n],
      ['2026-03-05T10:00:00.000Z', 'EUR', 0, 0, -1000n],
    ]);
  });

  it('have the commission when staff confirm it', () => {
    const rows = rowsAfter(activityTotals, [
      { ...awaited('r1', 'root'), at: '2026-03-01T23:00:00.000Z' },
      { ...confirmed('r1', 'root'), at: '2026-03-02T01:00:00.000Z' },
    ]).filter((row) => row.scope === 'all');
    expect(
      rows.map(({ quarter_hour, redemptions, commission_minor }) => [quarter_hour, redemptions, commission_minor]),
    ).toEqual([
      ['2026-03-01T23:00:00.000Z', 1, 0n],
      ['2026-03-02T01:00:00.000Z', 0, 500n],
    ]);
  });
});
