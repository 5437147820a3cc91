import { type Currency, fromMinor, toMinor } from './money.ts';

/**
 * The one way an amount is written for people: on screens, in PDFs, in mails. The currency's own sign ("$", not "US$"),
 * always all its decimals, in the order of the language: ("1234.5", "EUR", "en") → "€1,234.50", in "es" → "1234,50 €".
 * Decimal strings go through Intl as text, so no cent is lost to binary fractions.
 */
export function formatMoney(amount: string, currency: Currency, language: string): string {
  const text = fromMinor(toMinor(amount, currency), currency) as Intl.StringNumericLiteral;
  return moneyFormat(currency, language).format(text);
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

/** A percent figure without its sign, with two decimals: (4, "en") → "4.00", in "es" → "4,00". */
export function formatPercent(value: string | number, language: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, digits).format(Number(value));
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Creating an Intl format takes longer than a hundred uses of it. */
function moneyFormat(currency: Currency, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  moneyFormats.set(key, format);
  return format;
}
