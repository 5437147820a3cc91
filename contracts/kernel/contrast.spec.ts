import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, leastContrast, MIN_CONTRAST, readableColour, type Theme } from './contrast.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const theme = fc.constantFrom<Theme>('light', 'dark');

describe('contrast', () => {
  // Values of WCAG's own definition.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#ffffff', '#ffffff', 1],
  ])('of %s on %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });
});

describe('a readable colour', () => {
  it('has the contrast of WCAG AA in each theme, whatever colour was chosen', () => {
    fc.assert(
      fc.property(colour, theme, (chosen, where) => {
        expect(leastContrast(readableColour(chosen, where), where)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
    );
  });

  it('is the chosen one if that can be read', () => {
    expect(readableColour('#1d6b57', 'light')).toBe('#1d6b57');
    expect(contrast(readableColour('#222288', 'dark'), '#000000')).toBeGreaterThan(contrast('#222288', '#000000'));
  });
});
