import { z } from 'zod';
import { formatDecimals } from '../kernel/fill-sentence.ts';
import type { Language } from '../kernel/languages.ts';
import { type Currency, currencySchema, currencySymbol } from '../kernel/money.ts';

export const benefitTypeSchema = z.enum(['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'TEXT_REWARD']);

/** The fields of a label: a benefit, or a withheld one before redemption. */
interface BenefitFields {
  readonly type: string | null;
  readonly discountPercent: number | null;
  readonly discountFixedAmount: number | null;
  readonly textReward: string | null;
}

/** All fields are null: the benefit is withheld until redemption. */
export const WITHHELD_BENEFIT: BenefitFields = {
  type: null,
  discountPercent: null,
  discountFixedAmount: null,
  textReward: null,
};

export const benefitFields = {
  /** Null while the site withholds the benefit. */
  type: benefitTypeSchema.nullable(),
  discountPercent: z.number().nullable(),
  discountFixedAmount: z.number().nullable(),
  textReward: z.string().nullable(),
};

/** A benefit as answers carry it beside its English label: clients make the words of a language from it. */
export const benefitTermsSchema = z.strictObject({ ...benefitFields, currency: currencySchema });
export type BenefitTerms = z.infer<typeof benefitTermsSchema>;

interface Words {
  /** `{x}`: the percent. */
  readonly percent: string;
  /** `{x}`: the amount with its symbol. */
  readonly fixed: string;
  readonly withheld: string;
}
interface LabelWords extends Readonly<Record<Language, Words>> {
  readonly [language: string]: Words;
}

const discount = { percent: '{x} % de descuento', fixed: '{x} de descuento' };
/** `offer`: in QR management and on the two link pages. `scan`: on the scan page. */
const WORDS: Readonly<Record<'offer' | 'scan', LabelWords>> = {
  offer: {
    en: { percent: '{x}% Discount', fixed: '{x} Off', withheld: 'Special Offer' },
    es: { ...discount, withheld: 'Oferta especial' },
  },
  scan: {
    en: { percent: '{x}% OFF', fixed: '{x} OFF', withheld: 'Reward Available' },
    es: { ...discount, withheld: 'Recompensa disponible' },
  },
};

/** A benefit in the words of a language: "20% Discount", "€5 Off", "5,50 € de descuento". A text reward is its owner's own words. */
export function benefitLabel(
  { currency, ...benefit }: BenefitFields & { readonly currency: Currency },
  language: string,
  place: keyof typeof WORDS = 'offer',
): string {
  const words = WORDS[place][language] ?? WORDS[place].en;
  const isEnglish = words === WORDS[place].en;
  if (benefit.type === 'DISCOUNT_PERCENT' && benefit.discountPercent !== null) {
    const percent = String(benefit.discountPercent);
    return words.percent.replace('{x}', isEnglish ? percent : formatDecimals(percent, language));
  }
  if (benefit.type === 'DISCOUNT_FIXED' && benefit.discountFixedAmount !== null) {
    const amount = cents(benefit.discountFixedAmount);
    // EUR has a dollar sign on the scan page, on purpose.
    const symbol = place === 'scan' && currency === 'EUR' ? '$' : currencySymbol(currency);
    // A function, because `$` stands for something else in a text to put in.
    return words.fixed.replace('{x}', () =>
      isEnglish ? `${symbol}${amount}` : `${formatDecimals(amount, language)} ${symbol}`,
    );
  }
  return (benefit.type === 'TEXT_REWARD' && benefit.textReward) || words.withheld;
}

/** The label of answers, in English. */
export const benefitDisplay = (benefit: BenefitFields, currency: Currency): string =>
  benefitLabel({ ...benefit, currency }, 'en');

/** Whole amounts without decimals, others with both: 5 and 5.50. */
const cents = (amount: number) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2));
