/** Group and decimal separators of a language: "," and "." in English, "." and "," in Spanish. */
function separators(language: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1_234_567.8);
  const found = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: found('group'), decimal: found('decimal') };
}

/** AMBIGUOUS_NUMBER: the separator may be the one of thousands or of decimals; with both readings as decimal strings. */
export type TypedNumber =
  | { readonly decimal: string; readonly issue?: undefined }
  | { readonly issue: 'BAD_DECIMAL' }
  | { readonly issue: 'AMBIGUOUS_NUMBER'; readonly thousands: string; readonly decimals: string };

const UNREADABLE: TypedNumber = { issue: 'BAD_DECIMAL' };
/** Format characters, such as zero-width spaces that come with a pasted number. */
const INVISIBLE = /\p{Cf}/gu;
const GROUPED = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/;

/**
 * Parses a number as people type it, in every language: with a point or a comma before the decimals, with or without
 * separators of thousands. "12.5" and "12,5" give "12.5"; "1.234,56", "1,234.56" and "1 234,56" give "1234.56". Before exactly
 * three digits a single separator is read by the language: "1,000" is 1000 in "en".
 * @param language null: unknown, as in files; then a single separator before three digits is ambiguous
 */
export function parseNumber(typed: string, language: string | null): TypedNumber {
  const text = typed.normalize('NFKC').replace(INVISIBLE, '').replace(/\s/g, ' ').replaceAll('’', "'").trim();
  const [, minus = '', digits = ''] = /^([-\u2212]?)([\d.,' ]*\d)$/.exec(text) ?? [];
  const read = digits === '' ? UNREADABLE : readDigits(digits, language);
  if (minus === '' || read.issue === 'BAD_DECIMAL') return read;
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, name === 'issue' ? value : `-${value}`]),
  ) as TypedNumber;
}

/** @param digits a text of digits and separators that ends with a digit */
function readDigits(digits: string, language: string | null): TypedNumber {
  const [, separator, fraction = ''] = /([.,])(\d+)$/.exec(digits) ?? [];
  const whole = separator === undefined ? digits : digits.slice(0, -fraction.length - 1);
  const of = language === null ? null : separators(language);
  if (GROUPED.test(digits)) {
    // Spaces, apostrophes and repeated separators stand between thousands alone.
    const isThousands = separator === undefined || whole.includes(separator) || of?.group === separator;
    const thousands = plain(digits);
    return isThousands
      ? { decimal: thousands }
      : { issue: 'AMBIGUOUS_NUMBER', thousands, decimals: `${whole}.${fraction.slice(0, 2)}` };
  }
  if (/^\d+$/.test(digits)) return { decimal: plain(digits) };
  const isWhole = /^\d*$/.test(whole) || (GROUPED.test(whole) && !whole.includes(separator ?? ''));
  const isFraction = fraction !== '' && (fraction.length <= 2 || of?.decimal === separator);
  return isWhole && isFraction ? { decimal: `${plain(whole)}.${fraction}` } : UNREADABLE;
}

const plain = (whole: string) => whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';

/** The parsed number as a decimal string; null for text that is ambiguous or no number. */
export function readNumber(typed: string, language: string | null): string | null {
  const parsed = parseNumber(typed, language);
  return parsed.issue === undefined ? parsed.decimal : null;
}

/** Formats a decimal string for typing, without groups: "1000.50" in "es" is "1000,50". */
export function writeNumber(decimal: string, language: string): string {
  return decimal.replace('.', separators(language).decimal);
}
