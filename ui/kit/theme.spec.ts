import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAppTheme, PALETTES, type Palette } from './theme.ts';

const css = readFileSync(new URL('../lib/tokens.css', import.meta.url), 'utf8');

/** The colours that the stylesheet sets for a theme. */
function tokensOf(theme: string): Record<string, string | undefined> {
  const pairs = [...css.matchAll(/--colour-([\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
  return Object.fromEntries(pairs.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]));
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** What is written on what. */
const TEXT_ON: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['text', 'surface'],
  ['text', 'page'],
  ['text', 'primary-soft'],
  ['text', 'accent-soft'],
  ['text', 'danger-soft'],
  ['text-soft', 'surface'],
  ['text-soft', 'page'],
  ['text-soft', 'neutral-soft'],
  ['primary', 'surface'],
  ['primary', 'page'],
  ['primary-dark', 'primary-soft'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-dark'],
  ['accent', 'surface'],
  ['accent-dark', 'accent-soft'],
  ['danger', 'surface'],
  ['danger', 'danger-soft'],
  ['on-danger', 'danger'],
];

describe.each(Object.entries(PALETTES))('the %s palette', (name, palette) => {
  it('is the same with and without MUI', () => {
    expect(tokensOf(name)).toEqual(palette);
  });

  it.each(TEXT_ON)('%s on %s can be read (AA)', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps the two bars of a chart distinguishable', () => {
    expect(contrast(palette.primary, palette['chart-soft'])).toBeGreaterThanOrEqual(3);
  });
});

it('has no animations with reduced motion', () => {
  const still = createAppTheme({ reducedMotion: true });
  expect(still.transitions.create('opacity')).toBe('none');
  expect(Object.values(still.transitions.duration)).toEqual(Object.values(still.transitions.duration).map(() => 0));
  expect(createAppTheme({ reducedMotion: false }).transitions.create('opacity')).toContain('opacity');
});
