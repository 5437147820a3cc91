import { z } from 'zod';
import { rule } from '../kernel/issue-codes.ts';
import { SHOWN_LINE } from '../kernel/plain-text.ts';

/** Pages that the law asks for, in the order of the footer. */
export const LEGAL_PAGES = ['privacy', 'terms', 'imprint'] as const;

/** Longest address of such a page, in characters: browsers and proxies take any of this length. */
const MAX_URL = 500;

export const legalUrlSchema = z
  .string()
  .max(MAX_URL)
  .regex(...SHOWN_LINE)
  .check(z.url({ error: rule('NOT_HTTPS') }))
  .regex(/^https:\/\/[^\\/?#@]+([/?#]|$)/i, rule('NOT_HTTPS'));

/** Addresses of the pages; null: there is no link. */
export const legalLinksSchema = z.strictObject({
  privacy: z.string().nullable(),
  terms: z.string().nullable(),
  imprint: z.string().nullable(),
});
export type LegalLinks = z.infer<typeof legalLinksSchema>;

export const NO_LEGAL_LINKS: LegalLinks = { privacy: null, terms: null, imprint: null };
