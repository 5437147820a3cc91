/**
 * A text as searches compare it: lower case, without accents. Other marks stay, because they are vowels in some scripts.
 * The Greek ς at the end of a word counts as σ: JavaScript makes it of a capital Σ there, Postgres never does. ß counts as ss.
 * `searchedTextSql` is the same in SQL.
 */
export function searchedText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss');
}

/**
 * Removing accents takes five times as long as making the text of a row, so ASCII is left as it is.
 * @param text an expression of SQL
 */
export const searchedTextSql = (text: string): string =>
  `lower(CASE WHEN octet_length(${text}) = char_length(${text}) THEN ${text}
     ELSE replace(translate(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'), 'ςẞ', 'σß'), 'ß', 'ss') END)`;

/** Punctuation that separates the words of names and addresses. */
const BETWEEN_WORDS = `@._-+/'’&,:;()[]#"\\`;
const asSql = BETWEEN_WORDS.replaceAll("'", "''");

/**
 * The words of a text for a GIN index, as `searchedText` has them. An index and its queries need the same expression.
 * @param text an expression of SQL
 */
export const wordsSql = (text: string): string =>
  `to_tsvector('simple', translate(${searchedTextSql(text)}, '${asSql}', '${' '.repeat(BETWEEN_WORDS.length)}'))`;

/** The words of a typed text, to compare with those of `wordsSql`. */
export const wordsIn = (typed: string): readonly string[] =>
  [...searchedText(typed)]
    .map((sign) => (BETWEEN_WORDS.includes(sign) ? ' ' : sign))
    .join('')
    .split(/\s+/)
    .filter((word) => word !== '');

/** A text for `to_tsquery('simple', …)` that matches texts with a word that begins with each of these. */
export const beginningsQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');
