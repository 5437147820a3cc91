import { readNumber } from '@perktree/contracts/typed-number';
import { searchedText } from '@perktree/platform/postgres/searched-text';

/** The words of a search, as `searchedText` has them. */
export function searchWords(search: string): readonly string[] {
  return searchedText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A currency sign or percent sign as amounts are shown with it. */
const SIGNS = /^[€$£]|[€$£%]$/g;

/**
 * The texts that find a word: the word, and a number as rows have it, "1234.56". A person types it as a screen shows it, in any
 * language: "1.234,56 €" or "€1,234.56".
 */
export function alternativesOf(word: string): readonly string[] {
  const shown = word.replace(SIGNS, '');
  if (!/^[\d.,'’]*\d$/.test(shown)) return [word];
  const numbers = ['en', 'es'].flatMap((language) => readNumber(shown, language) ?? []);
  return [...new Set([word, ...numbers])];
}
