import { type Currency, currencySymbol, fromMinor, toMinor } from '@perktree/contracts/money';

/**
 * An amount with its currency's sign and always two decimals: ("1234.5", "EUR", "en") → "€1,234.50". Decimal strings go
 * through Intl as text, so no cent is lost to binary fractions.
 */
export function formatMoney(amount: string, currency: Currency, language: string): string {
  const text = fromMinor(toMinor(amount, currency), currency) as Intl.StringNumericLiteral;
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(text);
}

/** The figure beside a child or grandchild in the tree: its percent times 10 or 5 (specification 2.4, kept as observed). */
export function formatTreeFigure(commissionPercent: string, factor: 10 | 5, currency: Currency): string {
  return `${currencySymbol(currency)}${(Number(commissionPercent) * factor).toFixed(2)}`;
}

/** A percent as the tree shows it, always two decimals: 4 → "4.00". */
export function formatPercent(value: string | number): string {
  return Number(value).toFixed(2);
}

/** A percent without decimals that say nothing: "4.00" → "4", "2.50" → "2.5". */
export function shortPercent(value: string | number): string {
  return String(Number(Number(value).toFixed(2)));
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

/** "21 Nov 2026" in the order of the language. */
export function formatDate(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso));
}

/** Date and time of day where the reader is. */
export function formatDateTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/**
 * Change against the period before, in whole percent with its sign.
 * @returns null where there was nothing before, so that there is nothing to compare with.
 */
export function changeInPercent(now: number, before: number): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return Math.round(((now - before) / before) * 100);
}
