export const BRAND_FIELDS = {
  name: 'optionalText',
  logo: 'optionalText',
  colour: 'optionalText',
  whiteLabel: 'flag',
  privacy: 'optionalText',
  terms: 'optionalText',
  imprint: 'optionalText',
} as const;

/** The typed colour as `#rrggbb` in lower case; null if it is not a colour. */
export function colourOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : null;
}
