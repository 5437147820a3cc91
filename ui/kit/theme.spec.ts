import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAppTheme, PALETTES } from './theme.ts';

const css = readFileSync(new URL('../lib/tokens.css', import.meta.url), 'utf8');

/** The colours that the stylesheet sets for a theme. */
function tokensOf(theme: string): Record<string, string | undefined> {
  const pairs = [...css.matchAll(/--colour-([\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
  return Object.fromEntries(pairs.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]));
}

describe.each(Object.entries(PALETTES))('the %s palette', (name, palette) => {
  it('is the same with and without MUI', () => {
    expect(tokensOf(name)).toEqual(palette);
  });
});

it('has no animations with reduced motion', () => {
  const still = createAppTheme({ reducedMotion: true });
  expect(still.transitions.create('opacity')).toBe('none');
  expect(Object.values(still.transitions.duration)).toEqual(Object.values(still.transitions.duration).map(() => 0));
  expect(createAppTheme({ reducedMotion: false }).transitions.create('opacity')).toContain('opacity');
});
