import { formatDecimals } from '@perktree/contracts/kernel/fill-sentence';
import { formatMoney, formatNumber, formatPercent, formatPercentage } from '@perktree/contracts/kernel/format';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { Currency } from '@perktree/contracts/kernel/money';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { useTranslation } from 'react-i18next';

/** Values as a language shows them. Times are in the visitor's zone unless another is given. */
const formatIn = (language: Language) => ({
  money: (amount: string, currency: Currency) => formatMoney(amount, currency, language),
  number: (value: number) => formatNumber(value, language),
  decimals: (value: string | number) => formatDecimals(value, language),
  percent: (value: string | number) => formatPercent(value, language),
  percentage: (value: string | number, least?: number, most?: number) => formatPercentage(value, language, least, most),
  shortPercent: (value: string | number) => shortPercent(value, language),
  date: (iso: string, timeZone?: string) => formatDate(iso, language, timeZone),
  dateTime: (iso: string, timeZone?: string) => formatDateTime(iso, language, timeZone),
  /** @param day YYYY-MM-DD */
  day: (day: string) => formatDay(day, language),
  /** @param month YYYY-MM */
  month: (month: string) => formatMonth(month, language),
  person: (name: string) => personName(name, language),
  benefit: (terms: Parameters<typeof benefitLabel>[0], place?: 'offer' | 'scan') =>
    benefitLabel(terms, language, place),
});

/** One for each language, so that a callback that uses it stays the same. */
const known = new Map<Language, ReturnType<typeof formatIn>>();

/** The texts of catalogues (ui/locales), and values as the page's language shows them. */
export function useLocale(catalogues?: string | readonly string[]) {
  const { t, i18n } = useTranslation(catalogues);
  // `supportedLngs` allows no other.
  const language = i18n.language as Language;
  const format = known.get(language) ?? formatIn(language);
  known.set(language, format);
  return { t, format, language };
}

export { isolated, joined } from '@perktree/contracts/kernel/isolated';
export { benefitLabel, formatMoney, formatNumber, formatPercent, personName };

/** The figure beside a child or grandchild in the tree: its percentage times 10, or times 5. */
export function formatTreeFigure(
  commissionPercent: string,
  factor: 10 | 5,
  currency: Currency,
  language: string,
): string {
  return formatMoney((Number(commissionPercent) * factor).toFixed(2), currency, language);
}

/** A percentage without trailing zeros: ("2.50", "en") → "2.5", in "es" → "2,5". */
export function shortPercent(value: string | number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(Number(value));
}

/** "21 Nov 2026" in the order of the language. @param timeZone default: the visitor's */
export function formatDate(iso: string, language: string, timeZone?: string): string {
  return datesIn(language, timeZone, { dateStyle: 'medium' }).format(new Date(iso));
}

/** A day of any time zone. @param day YYYY-MM-DD */
export function formatDay(day: string, language: string): string {
  return datesIn(language, 'UTC', { dateStyle: 'medium' }).format(new Date(day));
}

/** "November 2026". @param month YYYY-MM */
export function formatMonth(month: string, language: string): string {
  return datesIn(language, 'UTC', { month: 'long', year: 'numeric' }).format(new Date(month));
}

/** @param timeZone default: the visitor's */
export function formatDateTime(iso: string, language: string, timeZone?: string): string {
  return datesIn(language, timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/**
 * Change in whole percent of the previous period's magnitude; positive for an increase, also from below zero.
 * @returns null if the previous value was 0 and this one is not
 */
export function changeInPercent(now: number, before: number): number | null {
  if (before === 0) return now === 0 ? 0 : null;
  return Math.round(((now - before) / Math.abs(before)) * 100);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Kept: creating a format takes longer than a hundred uses of it, and each row of a list has a date. @param timeZone undefined: the visitor's */
function datesIn(
  language: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options]);
  const made = dateFormats.get(key);
  if (made) return made;
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone });
  dateFormats.set(key, format);
  return format;
}
