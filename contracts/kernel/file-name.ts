/** The longest part of a name. Letters of two code units stay whole: half of one is refused in a header. */
const PART_WITHIN_LIMIT = /^.{0,60}/su;
const ACCENTS = /[\u0300-\u036f]/g;

/** Empty and null ones are left out. */
type Parts = readonly (string | null | undefined)[];

/**
 * The name of every file that the product gives: site, what it holds, period or day, with `_` between them. Letters and digits
 * of any language stay, without accents, which other systems store in two ways; all else becomes `-`.
 */
export const fileName = (parts: Parts, extension: string): string => `${fileStem(parts)}.${extension}`;

/** The name without an ending, of several files that belong together. */
export function fileStem(parts: Parts): string {
  const words = parts.map((part) => {
    const letters = (part ?? '')
      .normalize('NFD')
      .replace(ACCENTS, '')
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
    return (PART_WITHIN_LIMIT.exec(letters)?.[0] ?? '').replace(/^-+|-+$/g, '');
  });
  return words.filter((word) => word !== '').join('_');
}
