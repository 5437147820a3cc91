import { z } from 'zod';
import { legalLinksSchema, legalUrlSchema } from '../account/legal-links.ts';
import { callsOf, siteParams } from '../kernel/call.ts';
import { editBody } from '../kernel/edits.ts';
import { brandColourSchema, brandNameSchema, colourSchema, logoSchema } from './brand.ts';

const call = callsOf('Sites');

/** Contrast with the surface below the colour and the text on it; 4.5 is the least of WCAG AA. */
const contrasts = z.strictObject({ chosen: z.number(), used: z.number() });

const brandAnswer = legalLinksSchema.extend({
  name: z.string().nullable(),
  logo: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** `light` and `dark` are used; one that differs from `chosen` was corrected, and `contrast` says why. */
  colour: brandColourSchema.extend({ contrast: z.strictObject({ light: contrasts, dark: contrasts }) }).nullable(),
  /** As the owner chose. */
  whiteLabel: z.boolean(),
  /** Whether pages name the product: always, unless white label is on and the plan allows it. */
  showsProduct: z.boolean(),
});
export type BrandAnswer = z.infer<typeof brandAnswer>;

export const brandCalls = {
  siteBrand: call('GET', '/api/sites/:siteId/brand', {
    summary: 'Brand of a site: name, logo, colour, white label, legal pages',
    access: ['site_owner', 'superadmin'],
    params: siteParams,
    answer: brandAnswer,
  }),
  brandSite: call('PUT', '/api/sites/:siteId/brand', {
    summary: 'Save the brand of a site; a colour that is hard to read is corrected',
    access: ['site_owner'],
    params: siteParams,
    body: editBody({
      /** Null: the name of the site. */
      name: brandNameSchema.nullable(),
      /** The hash of a picture that I have uploaded. */
      logo: logoSchema.nullable(),
      colour: colourSchema.nullable(),
      whiteLabel: z.boolean(),
      /** Null: the page of the installation. */
      privacy: legalUrlSchema.nullable(),
      terms: legalUrlSchema.nullable(),
      imprint: legalUrlSchema.nullable(),
    }),
    answer: brandAnswer,
  }),
} as const;
