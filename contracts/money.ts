import { Decimal } from 'decimal.js';
import { z } from 'zod';

/** Currencies that a site can be in (specification 2.9). */
export const CURRENCIES = ['EUR', 'USD', 'GBP'] as const;
export const currencySchema = z.enum(CURRENCIES);
export type Currency = z.infer<typeof currencySchema>;

/** Digits after the point of a currency's minor unit. */
const MINOR_DIGITS: Record<Currency, number> = { EUR: 2, USD: 2, GBP: 2 };

export function minorDigits(currency: Currency): number {
  return MINOR_DIGITS[currency];
}

/** A sum that cannot be negative, in a currency's major unit: `"100.00"`, `"0.5"`; at most 9,999,999.99. */
export const amountSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,6})(\.\d{1,2})?$/, 'an amount such as "100.00", at most 9999999.99');

/** An amount as events and answers carry it: exactly two decimals, negative where it takes something back. */
export const ledgerAmountSchema = z.string().regex(/^-?\d+\.\d{2}$/);

/** Amount string to whole minor units (cents). The input has been through one of the schemas above. */
export function toMinor(amount: string, currency: Currency): bigint {
  return BigInt(new Decimal(amount).times(new Decimal(10).pow(minorDigits(currency))).toFixed(0));
}

/** Whole minor units to an amount string with all its decimals: 350n → "3.50". */
export function fromMinor(minor: bigint, currency: Currency): string {
  const digits = minorDigits(currency);
  return new Decimal(minor.toString()).div(new Decimal(10).pow(digits)).toFixed(digits);
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
