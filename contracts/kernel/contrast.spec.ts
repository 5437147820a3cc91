import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, LEAST_CONTRAST, leastContrast, mix, readableColour, type Theme } from './contrast.ts';

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
        expect(leastContrast(readableColour(chosen, where), where)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      }),
    );
  });

  it('is the chosen one if that can be read, and is not corrected twice', () => {
    expect(readableColour('#1d6b57', 'light')).toBe('#1d6b57');
    fc.assert(
      fc.property(colour, theme, (chosen, where) => {
        const used = readableColour(chosen, where);
        expect(readableColour(used, where)).toBe(used);
      }),
    );
  });

  it('is darker in the light theme, and lighter in the dark theme', () => {
    expect(readableColour('#ffcc00', 'light')).toBe('#856a00');
    expect(contrast(readableColour('#222288', 'dark'), '#000000')).toBeGreaterThan(contrast('#222288', '#000000'));
  });
});

it('mixes colours', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#123456', '#ffffff', 1)).toBe('#123456');
});
