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
  return formatOf(language, 'number', {}).format(value);
}

const TWO_DECIMALS: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** A percent figure without its sign, with two decimals: (4, "en") → "4.00", in "es" → "4,00". */
export function formatPercent(value: string | number, language: string): string {
  return formatOf(language, '', TWO_DECIMALS).format(Number(value));
}

/**
 * A percent with its sign as the language writes it: (4, "en") → "4.00%", in "es" → "4,00 %".
 * @param least decimals; at most `most`
 */
export function formatPercentage(value: string | number, language: string, least = 2, most = 2): string {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return formatOf(language, `% ${least} ${most}`, { style: 'unit', unit: 'percent', ...digits }).format(Number(value));
}

function moneyFormat(currency: Currency, language: string): Intl.NumberFormat {
  return formatOf(language, currency, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating an Intl format takes longer than a hundred uses of it. @param name tells the options apart */
function formatOf(language: string, name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}
