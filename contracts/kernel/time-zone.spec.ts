import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from './durations.ts';
import {
  addDays,
  addMonths,
  dayIn,
  monthIn,
  quarterHourOf,
  startOfDay,
  startOfMonthAmong,
  timeIn,
} from './time-zone.ts';
import { isTimeZone } from './time-zone-name.ts';

const iso = (instant: number) => new Date(instant).toISOString();
const ZONES = [
  ...['Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles', 'America/New_York', 'UTC'],
  ...['Europe/Madrid', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/Havana', 'America/Santiago', 'Africa/Cairo'],
];

describe('the nights on which clocks change', () => {
  it.each([
    // 2:00 becomes 3:00, or 3:00 becomes 2:00, after midnight.
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    // Midnight does not exist, and exists twice.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z', 24],
  ])('%s: %s begins at %s and has %i hours', (zone, day, start, hours) => {
    expect(iso(startOfDay(zone, day))).toBe(start);
    expect((startOfDay(zone, addDays(day, 1)) - startOfDay(zone, day)) / HOUR_MS).toBe(hours);
    expect(dayIn(zone, startOfDay(zone, day))).toBe(day);
    expect(dayIn(zone, startOfDay(zone, day) - 1)).toBe(addDays(day, -1));
  });

  it('a day that a zone skipped is empty', () => {
    expect(startOfDay('Pacific/Apia', '2011-12-30')).toBe(startOfDay('Pacific/Apia', '2011-12-31'));
  });
});

it('every instant is between the beginnings of its day and of the next', () => {
  const instants = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2032, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, (zone, instant) => {
      const day = dayIn(zone, instant);
      expect(startOfDay(zone, day)).toBeLessThanOrEqual(instant);
      expect(startOfDay(zone, addDays(day, 1))).toBeGreaterThan(instant);
      expect(monthIn(zone, instant)).toBe(day.slice(0, 7));
      expect(Date.parse(timeIn(zone, iso(instant)))).toBe(instant);
      expect(timeIn(zone, iso(instant)).slice(0, 10)).toBe(day);
    }),
    { numRuns: 500 },
  );
});

it('quarters of an hour are whole parts of the days of every zone', () => {
  expect(quarterHourOf('2026-03-01T23:59:59.999Z')).toBe('2026-03-01T23:45:00.000Z');
  for (const zone of ZONES)
    expect(quarterHourOf(iso(startOfDay(zone, '2026-03-29')))).toBe(iso(startOfDay(zone, '2026-03-29')));
});

it('days and months are added by the calendar', () => {
  expect([addDays('2026-02-27', 2), addDays('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31']);
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

it('a time in a zone is the same instant, with the offset of that day', () => {
  expect(timeIn('Pacific/Auckland', '2026-01-31T12:00:00.000Z')).toBe('2026-02-01T01:00:00.000+13:00');
  expect(timeIn('America/New_York', '2026-07-01T00:30:15.250Z')).toBe('2026-06-30T20:30:15.250-04:00');
  expect(timeIn('Asia/Kathmandu', '2026-07-01T00:00:00Z')).toBe('2026-07-01T05:45:00.000+05:45');
});

it('a zone is a name that the IANA database has', () => {
  for (const zone of [...ZONES, 'Asia/Calcutta', 'Etc/GMT+12']) expect(isTimeZone(zone)).toBe(true);
  for (const text of ['', 'Mars/Base', '+13:00', 'UTC ', "UTC'", 'Europe/Madrid\n', 'x'.repeat(100)]) {
    expect(isTimeZone(text)).toBe(false);
  }
});

describe('months of a zone that was changed', () => {
  const changedAt = (at: string, from: string, to: string) => [
    { zone: from, since: -Infinity },
    { zone: to, since: Date.parse(at) },
  ];
  const starts = (changes: ReturnType<typeof changedAt>) =>
    ['2026-10', '2026-11', '2026-12'].map((month) => iso(startOfMonthAmong(changes, month).at));

  it('that have begun keep their beginning, and later ones begin in the new zone', () => {
    expect(starts(changedAt('2026-11-10T00:00:00Z', 'UTC', 'Pacific/Auckland'))).toEqual([
      '2026-10-01T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z',
      '2026-11-30T11:00:00.000Z',
    ]);
  });

  it('follow one another, however the zone is changed', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 8, 28), max: Date.UTC(2026, 11, 3) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ZONES), instants), { maxLength: 4 }), (later) => {
        const sorted = later.map(([zone, since]) => ({ zone, since })).sort((a, b) => a.since - b.since);
        const changes = [{ zone: 'UTC', since: -Infinity }, ...sorted];
        const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01'];
        const found = months.map((month) => startOfMonthAmong(changes, month).at);
        for (const [n, start] of found.entries()) {
          if (n > 0) expect(start - (found[n - 1] ?? 0)).toBeGreaterThan(27 * DAY_MS);
          const before = startOfMonthAmong(changes.slice(0, -1), months[n] ?? '').at;
          const last = sorted.at(-1)?.since;
          if (last !== undefined && before < last) expect(start).toBe(before);
        }
      }),
      { numRuns: 300 },
    );
  });
});
