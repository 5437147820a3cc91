import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listStateOf, withListState } from './list-state.ts';

const NAMES = { filters: ['open', 'paid'], sorts: ['newest', 'amount'] };

it.each([
  ['', { text: '', show: 'all', sort: 'newest', page: 1 }],
  ['q=a+b&show=paid&sort=amount&page=3', { text: 'a b', show: 'paid', sort: 'amount', page: 3 }],
  ['show=nothing&sort=nothing&page=-1', { text: '', show: 'all', sort: 'newest', page: 1 }],
  ['page=1e3', { text: '', show: 'all', sort: 'newest', page: 1 }],
])('reads %j', (query, state) => {
  expect(listStateOf(new URLSearchParams(query), NAMES)).toEqual(state);
});

it('is read back as it was written, beside what else an address says', () => {
  const state = fc.record({
    text: fc.string({ maxLength: 100 }),
    show: fc.constantFrom('all', ...NAMES.filters),
    sort: fc.constantFrom(...NAMES.sorts),
    page: fc.integer({ min: 1, max: 999_999 }),
  });
  fc.assert(
    fc.property(state, state, (one, other) => {
      const names = { ...NAMES, prefix: 'payout-' };
      const query = withListState(withListState(new URLSearchParams('site=x'), one, NAMES), other, names);
      expect(query.get('site')).toBe('x');
      expect(listStateOf(query, NAMES)).toEqual(one);
      expect(listStateOf(query, names)).toEqual(other);
    }),
  );
});

it('says nothing of what nobody asked for', () => {
  const query = withListState(new URLSearchParams('q=x&page=2'), listStateOf(new URLSearchParams(), NAMES), NAMES);
  expect(query.toString()).toBe('');
});
