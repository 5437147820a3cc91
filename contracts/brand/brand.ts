import { z } from 'zod';
import { legalLinksSchema, NO_LEGAL_LINKS } from '../account/legal-links.ts';
import { readableColour } from '../kernel/contrast.ts';
import { rule } from '../kernel/issue-codes.ts';
import { shownLine } from '../kernel/plain-text.ts';

/** `#rrggbb`, in lower case. */
export const colourSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, rule('NOT_A_COLOUR', { example: '#1d6b57' }))
  .transform((colour) => colour.toLowerCase());
const storedColour = z.string().regex(/^#[0-9a-f]{6}$/);

/** Longest name of a brand, in characters: the head of a phone's page has no more room. */
const MAX_BRAND_NAME = 40;
export const brandNameSchema = shownLine(MAX_BRAND_NAME, rule('NAME_REQUIRED'));

/** SHA-256 of a picture (contracts/brand/picture-calls.ts), in hexadecimal. */
export const logoSchema = z.string().regex(/^[0-9a-f]{64}$/, rule('UNKNOWN_PICTURE'));

/** A colour as the owner chose it, and as pages use it in each theme so that it can be read (contrast.ts). */
export const brandColourSchema = z.strictObject({ chosen: storedColour, light: storedColour, dark: storedColour });

/**
 * The brand of a site as it is stored. Null: pages show the site's name, no logo, the product's colour, the installation's links.
 */
export const siteBrandSchema = legalLinksSchema.extend({
  name: z.string().nullable(),
  logo: z.string().nullable(),
  colour: brandColourSchema.nullable(),
  /** Pages do not name the product, as long as the plan allows that. */
  whiteLabel: z.boolean(),
});
export type SiteBrand = z.infer<typeof siteBrandSchema>;
export type BrandColour = z.infer<typeof brandColourSchema>;

export const NO_BRAND: SiteBrand = { name: null, logo: null, colour: null, whiteLabel: false, ...NO_LEGAL_LINKS };

export const brandColour = (chosen: string): BrandColour => ({
  chosen,
  light: readableColour(chosen, 'light'),
  dark: readableColour(chosen, 'dark'),
});

/** What customers and distributors of a site see. */
export const shownBrandSchema = legalLinksSchema.extend({
  /** The brand's name, else the site's. */
  name: z.string(),
  logoUrl: z.string().nullable(),
  colour: brandColourSchema.pick({ light: true, dark: true }).nullable(),
  /** Pages also name the product. */
  showsProduct: z.boolean(),
});
export type ShownBrand = z.infer<typeof shownBrandSchema>;
