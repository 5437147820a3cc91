import type { Scene } from './draw-qr.ts';

/** Pictures that are hard to read, each for one reason. `module` is the edge length of a module in pixels. */
export const HARD_PICTURES: Readonly<Record<string, Scene & { readonly longPayload?: boolean }>> = {
  rotated: { width: 640, height: 640, module: 8, degrees: 37 },
  small: { width: 800, height: 600, module: 2 },
  noisy: { width: 480, height: 480, module: 8, noise: 120 },
  blurred: { width: 480, height: 480, module: 8, blur: 4 },
  dark: { width: 480, height: 480, module: 8, ink: 6, paper: 40, noise: 6 },
  inverted: { width: 480, height: 480, module: 8, ink: 255, paper: 0 },
  'of low contrast': { width: 480, height: 480, module: 8, ink: 122, paper: 140, noise: 3 },
  'off centre': { width: 1200, height: 900, module: 5, centre: [0.86, 0.17], degrees: -12 },
  'of a long payload': { width: 900, height: 900, module: 6, longPayload: true },
};
