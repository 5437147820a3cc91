/** Group and decimal separators of a language: "," and "." in English, "." and "," in Spanish. */
function separators(language: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1_234_567.8);
  const found = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: found('group'), decimal: found('decimal') };
}

const escaped = (text: string) => text.replace(/[.\s]/g, (c) => (c === '.' ? '\\.' : '\\s'));

/**
 * Parses a number in the format of a language, with or without group separators: "1,000.50" in "en" and "1.000,50" in
 * "es" give "1000.50".
 * @returns null for anything else, so that ambiguous text never becomes another number
 */
export function readNumber(typed: string, language: string): string | null {
  const { group, decimal } = separators(language);
  const whole = `\\d+|[1-9]\\d{0,2}(?:${escaped(group)}\\d{3})+`;
  const match = new RegExp(`^([-\\u2212]?)(${whole})?(?:${escaped(decimal)}(\\d+))?$`).exec(typed.trim());
  const [, sign, digits, fraction] = match ?? [];
  if (match === null || (digits === undefined && fraction === undefined)) return null;
  const plain = (digits ?? '0').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return `${sign ? '-' : ''}${plain}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Formats a decimal string for typing, without groups: "1000.50" in "es" is "1000,50". */
export function writeNumber(decimal: string, language: string): string {
  return decimal.replace('.', separators(language).decimal);
}

export { formatDecimals as showNumber } from '@perktree/contracts/format-decimals';
