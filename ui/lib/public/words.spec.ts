import { expect, it } from 'vitest';
import { translator } from './words.ts';

it('fills in the named values', () => {
  const t = translator({ a: { b: 'Used {{used}}/{{max}}' } });
  expect(t('a.b', { used: 1, max: 3 })).toBe('Used 1/3');
});

it('returns the key of a missing text', () => {
  const t = translator<Record<string, string>>({});
  expect(t('gone')).toBe('gone');
});
