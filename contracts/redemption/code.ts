/**
 * Crockford's base32 without characters that are easily misread: 0 and 1 (it has no I, L, O, U), and S and Z, which are
 * accepted as 5 and 2. 28^6 codes, about 480 million per site.
 */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXY';
export const CODE_HALF = 3;
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_HALF * 2}}$`);

/** What people and their keyboards put between the halves of a code: spaces, any kind of dash, a point or an underscore. */
const SEPARATOR = /\s*[\p{Pd}\u2212._]\s*|\s+/gu;

/** Format characters, such as zero-width spaces that come with a pasted code. */
const INVISIBLE = /\p{Cf}/gu;
/** What people paste with a code, such as `Code:`. */
const LABEL = /^[^:]{1,40}:\s*(?=\S)/;

/** A typed or pasted redemption code trimmed, in plain capitals, without a label, with a plain hyphen between its halves. */
export function tidyRedemptionCode(typed: string): string {
  const text = typed.normalize('NFKC').replace(INVISIBLE, '').trim();
  return text.replace(LABEL, '').toUpperCase().replace(SEPARATOR, '-');
}

/** Normalizes a typed code, with or without hyphen or space. Null: not a code. */
export function parseRedemptionCode(typed: string): string | null {
  const letters = tidyRedemptionCode(typed)
    .replace(/^(.{3})-(.{3})$/, '$1$2')
    .replaceAll('S', '5')
    .replaceAll('Z', '2');
  return CODE.test(letters) ? hyphenated(letters) : null;
}

/** Six letters as a code: `K7M-2QX`. */
export function hyphenated(letters: string): string {
  return `${letters.slice(0, CODE_HALF)}-${letters.slice(CODE_HALF)}`;
}
