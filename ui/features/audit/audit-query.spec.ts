import { describe, expect, it } from 'vitest';
import { timeOf } from '../../lib/days.ts';
import { daysOf, monthsBefore } from './audit-query.ts';

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

it('lists past months', () => {
  expect(monthsBefore('2026-02', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
