import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listStateOf, withListState } from './list-state.ts';

const NAMES = { filters: ['open', 'paid'], sorts: ['newest', 'amount'] };

it.each([
  ['', { text: '', show: 'all', sort: 'newest' }],
  ['q=a+b&show=paid&sort=amount', { text: 'a b', show: 'paid', sort: 'amount' }],
  ['show=nothing&sort=nothing', { text: '', show: 'all', sort: 'newest' }],
])('parses %j', (query, state) => {
  expect(listStateOf(new URLSearchParams(query), NAMES)).toEqual(state);
});

it('round-trips, and keeps other query parameters', () => {
  const state = fc.record({
    text: fc.string({ maxLength: 100 }),
    show: fc.constantFrom('all', ...NAMES.filters),
    sort: fc.constantFrom(...NAMES.sorts),
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

it('leaves defaults out', () => {
  const query = withListState(new URLSearchParams('q=x&show=paid'), listStateOf(new URLSearchParams(), NAMES), NAMES);
  expect(query.toString()).toBe('');
});
