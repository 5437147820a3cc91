import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAppTheme, PALETTES } from './theme.ts';

it('each palette is the same with and without MUI', () => {
  const css = readFileSync(new URL('../lib/tokens.css', import.meta.url), 'utf8');
  const pairs = [...css.matchAll(/--colour-([\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
  const palette = (column: number) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[column]]));
  expect({ light: palette(2), dark: palette(3) }).toEqual(PALETTES);
});

it('has no animations with reduced motion', () => {
  const { transitions } = createAppTheme({ reducedMotion: true });
  expect(transitions.create('opacity')).toBe('none');
  expect(new Set(Object.values(transitions.duration))).toEqual(new Set([0]));
  expect(createAppTheme({ reducedMotion: false }).transitions.create('opacity')).toContain('opacity');
});
