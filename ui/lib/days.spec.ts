import { expect, it } from 'vitest';
import { timeOf } from './days.ts';

it('a period includes both days, in the time zone of the site', () => {
  const october = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
  expect(timeOf({ from: '2026-10-01', to: '2026-10-31' }, 'UTC')).toEqual(october);
  // Clocks went forward on 27 September.
  const shortDay = { from: '2026-09-26T12:00:00.000Z', to: '2026-09-27T11:00:00.000Z' };
  expect(timeOf({ from: '2026-09-27', to: '2026-09-27' }, 'Pacific/Auckland')).toEqual(shortDay);
  expect(timeOf({ from: '', to: '' }, 'UTC')).toEqual({});
});
