import { describe, expect, it } from 'vitest';
import { timeOf } from '../lib/days.ts';
import { chosenPositionOf, daysOf, monthsBefore, monthsWithin, scopeOf, shownDays } from './report-parts.tsx';

describe('the period of an audit', () => {
  it('is read from the address; invalid days are ignored', () => {
    expect(daysOf(new URLSearchParams('from=2026-10-01&to=2026-10-31'))).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
    });
    expect(daysOf(new URLSearchParams('from=yesterday&to=2026-13-01'))).toEqual({ from: '', to: '' });
  });

  it('includes both days', () => {
    expect(timeOf({ from: '2026-10-01', to: '2026-10-31' }, 'UTC')).toEqual({
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
    });
    // Clocks went forward on 27 September.
    expect(timeOf({ from: '2026-09-27', to: '2026-09-27' }, 'Pacific/Auckland')).toEqual({
      from: '2026-09-26T12:00:00.000Z',
      to: '2026-09-27T11:00:00.000Z',
    });
    expect(timeOf({ from: '', to: '' }, 'UTC')).toEqual({});
  });
});

it('has site, period and position from the address, as each call takes them', () => {
  const site = { siteId: 'site', siteName: 'Café', timeZone: 'Europe/Madrid' };
  const scope = scopeOf(site, new URLSearchParams('from=2026-10-01&to=2026-10-31&position=120'));
  expect(scope.query).toEqual({
    ...{ from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z', position: '120' },
  });
  expect(scopeOf(site, new URLSearchParams('position=last')).query).toEqual({});
  expect(chosenPositionOf(new URLSearchParams('position=-1'))).toBe('');
  const answer = { from: scope.query.from ?? null, to: scope.query.to ?? null, timeZone: 'Europe/Madrid' };
  expect(shownDays(answer, 'en')).toEqual(['Oct 1, 2026', 'Oct 31, 2026']);
  expect(shownDays({ from: null, to: null, timeZone: 'UTC' }, 'en')).toEqual([null, null]);
});

it('offers the months of the period', () => {
  const months = ['2026-03', '2026-02', '2026-01'];
  expect(monthsWithin(months, { from: '', to: '' })).toEqual(months);
  expect(monthsWithin(months, { from: '2026-02-10', to: '2026-02-20' })).toEqual(['2026-02']);
});

it('lists past months', () => {
  expect(monthsBefore('2026-02', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
