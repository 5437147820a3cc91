import { expect, it } from 'vitest';
import { shownTheme } from './theme-choice.ts';

it.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
  [null, true, 'dark'],
  [null, false, 'light'],
  ['sepia', true, 'dark'],
] as const)('%s, on a system that is dark: %s, shows %s', (kept, systemIsDark, shown) => {
  expect(shownTheme(kept, systemIsDark)).toBe(shown);
});
