/** A colour as `#rrggbb`. */
type Colour = string;

/** Least contrast of text by WCAG 2.2 AA. */
export const MIN_CONTRAST = 4.5;

/** What text and buttons in a brand's colour stand on, or carry: the surfaces of ui/lib/tokens.css, by theme. */
const BRAND_BACKGROUNDS = {
  light: { surfaces: ['#ffffff', '#f5f7f4'], surface: '#ffffff', onColour: '#ffffff', towards: '#000000' },
  dark: { surfaces: ['#18211d', '#0f1613'], surface: '#18211d', onColour: '#08201a', towards: '#ffffff' },
} as const satisfies Record<string, Background>;
export type Theme = keyof typeof BRAND_BACKGROUNDS;

interface Background {
  readonly surfaces: readonly Colour[];
  /** What soft areas are mixed with. */
  readonly surface: Colour;
  /** Text on a button in the colour. */
  readonly onColour: Colour;
  /** A colour with too little contrast is mixed with this one. */
  readonly towards: Colour;
}

/** Steps from a colour to black or white. */
const STEPS = 100;
/** Parts of the colour in a soft area. */
const SOFT = { light: 0.1, dark: 0.2 } as const;

/** Contrast of two colours by WCAG 2.2: 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The least contrast that a colour has in a theme, with two decimals, rounded down. */
export function leastContrast(colour: Colour, theme: Theme): number {
  const { surfaces, onColour } = BRAND_BACKGROUNDS[theme];
  const least = Math.min(...[...surfaces, onColour, softOf(colour, theme)].map((other) => contrast(colour, other)));
  return Math.floor(least * 100) / 100;
}

/** The colour itself, or the nearest one on the way to black (light theme) or white (dark theme) that can be read. */
export function readableColour(colour: Colour, theme: Theme): Colour {
  const { towards } = BRAND_BACKGROUNDS[theme];
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(towards, colour, step / STEPS);
    if (leastContrast(candidate, theme) >= MIN_CONTRAST) return candidate;
  }
  return towards;
}

export const softOf = (colour: Colour, theme: Theme): Colour =>
  mix(colour, BRAND_BACKGROUNDS[theme].surface, SOFT[theme]);

/** @param part of `a` in the mixture, 0 to 1 */
export function mix(a: Colour, b: Colour, part: number): Colour {
  const [first, second] = [channels(a), channels(b)];
  const mixed = first.map((value, n) => Math.round(value * part + (second[n] ?? 0) * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const channels = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance by WCAG 2.2: 0 to 1. */
export function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
