import { expect, it } from 'vitest';
import { stretchPixels } from './decode-frame.ts';

const rgba = (shades: readonly number[]) => new Uint8ClampedArray(shades.flatMap((s) => [s, s, s, 255]));
const shadesOf = (pixels: Uint8ClampedArray) => [...pixels].filter((_, i) => i % 4 === 0);

it('stretches few shades over the whole range', () => {
  const pixels = rgba([100, 110, 120]);
  expect(stretchPixels(pixels)).toBe(true);
  expect(shadesOf(pixels)).toEqual([0, 128, 255]);
});

it('ignores a reflection', () => {
  const pixels = rgba([...Array(500).fill(100), ...Array(500).fill(120), 255]);
  expect(stretchPixels(pixels)).toBe(true);
  expect(new Set(shadesOf(pixels))).toEqual(new Set([0, 255]));
});

it.each([[[0, 255]], [[90, 91]], [[7]], [[]]])('leaves %j alone', (shades) => {
  const pixels = rgba(shades);
  expect(stretchPixels(pixels)).toBe(false);
  expect(shadesOf(pixels)).toEqual(shades);
});
