import { formatDecimals } from '@perktree/contracts/kernel/fill-sentence';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { Currency } from '@perktree/contracts/kernel/money';
import { useTranslation } from 'react-i18next';
import * as formats from './format.ts';

/** Values as a language shows them. Times are in the visitor's zone unless another is given. */
const formatIn = (language: Language) => ({
  money: (amount: string, currency: Currency) => formats.formatMoney(amount, currency, language),
  number: (value: number) => formats.formatNumber(value, language),
  decimals: (value: string | number) => formatDecimals(value, language),
  percent: (value: string | number) => formats.formatPercent(value, language),
  shortPercent: (value: string | number) => formats.shortPercent(value, language),
  date: (iso: string, timeZone?: string) => formats.formatDate(iso, language, timeZone),
  dateTime: (iso: string, timeZone?: string) => formats.formatDateTime(iso, language, timeZone),
  /** @param day YYYY-MM-DD */
  day: (day: string) => formats.formatDay(day, language),
  /** @param month YYYY-MM */
  month: (month: string) => formats.formatMonth(month, language),
  person: (name: string) => formats.personName(name, language),
  benefit: (terms: Parameters<typeof formats.benefitLabel>[0], place?: 'offer' | 'scan') =>
    formats.benefitLabel(terms, language, place),
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
