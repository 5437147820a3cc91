import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { readNumber } from '@perktree/contracts/kernel/typed-number';
import { searchedText } from '@perktree/platform/postgres/searched-text';

/** The words of a search, as `searchedText` has them. A currency sign beside others is left out: "12,50 €" is one amount. */
export function searchWords(search: string): readonly string[] {
  const words = searchedText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  const others = words.filter((word) => !/^[€$£]$/.test(word));
  return others.length > 0 ? others : words;
}

/** A number with the signs that amounts and percents are shown with. */
const SHOWN = /^([-\u2212]?)[€$£]?([\d.,'’]*\d)[€$£%]?$/;

/**
 * The texts that find a word: the word, and a number as rows have it, "1234.56". A person types it as a screen shows it, in any
 * language: "1.234,56 €" or "€1,234.56".
 */
export function alternativesOf(word: string): readonly string[] {
  const [, minus = '', shown = ''] = SHOWN.exec(word) ?? [];
  const numbers = LANGUAGES.flatMap((language) => readNumber(shown, language) ?? []);
  return [...new Set([word, ...numbers.map((number) => (minus === '' ? number : `-${number}`))])];
}
