import { closableFrom, periodOfMonth } from '@perktree/contracts/audit/month-period';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { auditedHistory, spanIn } from '../testing/audited-history.ts';
import { PeriodLedger } from './close-month.ts';

function closed(events: readonly RecordedEvent[], month: string) {
  const ledger = new PeriodLedger(spanIn(events, periodOfMonth(month)));
  for (const event of events) ledger.apply(event);
  return { month, ...periodOfMonth(month), ...ledger.closed() };
}

/** The small history, in which what was taken back came a month later. */
const history = auditedHistory().map((event) =>
  event.fact.type === 'RedemptionReversed'
    ? { ...event, metadata: { ...event.metadata, recordedAt: '2026-04-02T08:00:00.000Z' } }
    : event,
);

describe('a month that is closed', () => {
  it('has a position, and what was earned, taken back and paid', () => {
    expect(closed(history, '2026-03')).toMatchObject({
      month: '2026-03',
      position: '14',
      sites: [
        {
          position: '14',
          distributors: [
            {
              distributorId: 'ana',
              opening: '0.00',
              entries: 1,
              earned: '2.00',
              payouts: 1,
              paidOut: '2.00',
              closing: '0.00',
            },
            { distributorId: 'ben', earned: '1.00', closing: '1.00' },
            { distributorId: 'cem', earned: '0.33', closing: '0.33' },
          ],
        },
      ],
      totals: [
        {
          ...{ currency: 'EUR', opening: '0.00', entries: 3, earned: '3.33', reversals: 0, takenBack: '0.00' },
          ...{ payouts: 1, paidOut: '2.00', writtenOff: '0.00', closing: '1.33' },
        },
      ],
    });
  });

  it('hands what came later to the next one', () => {
    expect(closed(history, '2026-04').totals).toEqual([
      {
        ...{ currency: 'EUR', opening: '1.33', entries: 0, earned: '0.00', reversals: 6, takenBack: '-3.33' },
        ...{ payouts: 0, paidOut: '0.00', writtenOff: '0.00', closing: '-2.00' },
      },
    ]);
    expect(closed(history, '2026-02')).toEqual({
      ...{ month: '2026-02', from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z', timeZone: 'UTC' },
      ...{ position: '0', sites: [], totals: [] },
    });
  });

  it('does not take in what was stored late, behind the first fact of the next month', () => {
    const last = history.at(-1) as RecordedEvent;
    const late = {
      ...last,
      position: last.position + 1n,
      metadata: { ...last.metadata, recordedAt: '2026-03-31T23:59:59.000Z' },
    };
    const before = JSON.stringify(closed(history, '2026-03'));
    expect(JSON.stringify(closed([...history, late], '2026-03'))).toBe(before);
    expect(closed([...history, late], '2026-04').totals[0]?.reversals).toBe(9);
  });

  it('stays as it was closed when the time zone of its site changes, and hands over to the next one', () => {
    const first = { zone: 'America/Los_Angeles', since: Number.NEGATIVE_INFINITY };
    const zones = [first, { zone: 'Pacific/Auckland', since: Date.parse('2026-04-02T12:00:00.000Z') }];
    const march = { from: '2026-03-01T08:00:00.000Z', to: '2026-04-01T07:00:00.000Z', timeZone: first.zone };
    expect(periodOfMonth('2026-03', [first])).toEqual(march);
    expect(periodOfMonth('2026-03', zones)).toEqual(march);
    const april = { from: march.to, to: '2026-04-30T12:00:00.000Z', timeZone: 'Pacific/Auckland' };
    expect(periodOfMonth('2026-04', zones)).toEqual(april);
    expect(new Date(closableFrom('2026-04', zones)).toISOString()).toBe('2026-04-30T12:01:00.000Z');
    expect(new Date(closableFrom('2026-12')).toISOString()).toBe('2027-01-01T00:01:00.000Z');
  });
});
