import { z } from 'zod';
import { decimalRule } from './issue-codes.ts';

export const CURRENCIES = ['EUR', 'USD', 'GBP'] as const;
export const currencySchema = z.enum(CURRENCIES);
export type Currency = z.infer<typeof currencySchema>;

/** Digits after the point of a currency's minor unit. */
const MINOR_DIGITS: Record<Currency, number> = { EUR: 2, USD: 2, GBP: 2 };

export function minorDigits(currency: Currency): number {
  return MINOR_DIGITS[currency];
}

/** The highest sum that `amountSchema` takes. */
export const MAX_AMOUNT = '9999999.99';
const AMOUNT = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;

/** A sum that cannot be negative, in a currency's major unit: `"100.00"`, `"0.5"`; at most 9,999,999.99. */
export const amountSchema = z.string().regex(AMOUNT, { error: decimalRule(MAX_AMOUNT), abort: true });

/** As `amountSchema`, for forms: schemas are too large for the browser's script. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** An amount as events and answers carry it: exactly two decimals, negative where it takes something back. */
export const ledgerAmountSchema = z.string().regex(/^-?\d+\.\d{2}$/);

/** Amount string to whole minor units (cents). The input has been through one of the schemas above. */
export function toMinor(amount: string, currency: Currency): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!parts) throw new RangeError(`${amount} is no amount`);
  const [, sign, whole = '', fraction = ''] = parts;
  const digits = minorDigits(currency);
  const minor = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  // Digits beyond the minor unit are rounded half away from zero; the schemas refuse them.
  const rounded = (fraction[digits] ?? '0') >= '5' ? minor + 1n : minor;
  return sign === '-' ? -rounded : rounded;
}

/** Whole minor units to an amount string with all its decimals: 350n → "3.50". */
export function fromMinor(minor: bigint, currency: Currency): string {
  const digits = minorDigits(currency);
  const [sign, magnitude] = minor < 0n ? ['-', -minor] : ['', minor];
  const text = magnitude.toString().padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Adds amount strings of one currency exactly. */
export function sumAmounts(amounts: readonly string[], currency: Currency): string {
  return fromMinor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currency), 0n),
    currency,
  );
}

const SYMBOLS: Record<Currency, string> = { EUR: '€', USD: '$', GBP: '£' };

export function currencySymbol(currency: Currency): string {
  return SYMBOLS[currency];
}
