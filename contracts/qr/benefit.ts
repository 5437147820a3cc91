import { z } from 'zod';
import { formatDecimals } from '../kernel/format-decimals.ts';
import { rule } from '../kernel/issue-codes.ts';
import type { Language } from '../kernel/languages.ts';
import { type Currency, currencySchema, currencySymbol } from '../kernel/money.ts';
import { shownLine, storableLine } from '../kernel/plain-text.ts';

const BENEFIT_TYPES = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'TEXT_REWARD'] as const;
export const benefitTypeSchema = z.enum(BENEFIT_TYPES);

/** A JSON number with at most two decimals. Checked on its decimal text, since 0.29 * 100 is not 29 in binary. */
const twoDecimals = z
  .number()
  .refine((value) => !/\.\d{3}|e-/.test(String(value)), rule('TOO_MANY_DECIMALS', { max: 2 }));
export const discountPercentSchema = twoDecimals.min(0).max(100);
export const discountFixedAmountSchema = twoDecimals.min(0).max(9_999_999.99);
/** Of a new QR. */
export const textRewardSchema = shownLine(200);

/** The benefit of a QR. Exactly the field of its type is set, the other two are null. */
export const benefitSchema = z
  .strictObject({
    type: benefitTypeSchema,
    discountPercent: discountPercentSchema.nullable(),
    discountFixedAmount: discountFixedAmountSchema.nullable(),
    // Events that were stored before fields took visible characters only still have to be read.
    textReward: storableLine(200).nullable(),
  })
  .refine(
    (b) =>
      (b.discountPercent !== null) === (b.type === 'DISCOUNT_PERCENT') &&
      (b.discountFixedAmount !== null) === (b.type === 'DISCOUNT_FIXED') &&
      (b.textReward !== null) === (b.type === 'TEXT_REWARD'),
    rule('OTHER_BENEFIT_TYPE'),
  );
export type Benefit = z.infer<typeof benefitSchema>;

/** The field that holds the value of each benefit type. */
export const BENEFIT_FIELDS = {
  DISCOUNT_PERCENT: 'discountPercent',
  DISCOUNT_FIXED: 'discountFixedAmount',
  TEXT_REWARD: 'textReward',
} as const satisfies Record<Benefit['type'], keyof Benefit>;

/** All fields of a benefit in a body. */
export const BENEFIT_BODY = [
  'type',
  'discountPercent',
  'discountFixedAmount',
  'textReward',
] as const satisfies readonly (keyof Benefit)[];

interface AskedFields extends Partial<Record<(typeof BENEFIT_FIELDS)[Benefit['type']], unknown>> {
  readonly type?: Benefit['type'] | undefined;
}

/** Reports each benefit field that does not belong to the type of a body, and the type's own where it is missing. */
export function checkBenefitFields(body: AskedFields, ctx: z.RefinementCtx): void {
  if (body.type === undefined || !(body.type in BENEFIT_FIELDS)) return;
  for (const field of Object.values(BENEFIT_FIELDS)) {
    const isOwn = field === BENEFIT_FIELDS[body.type];
    const isMissing = body[field] === undefined || body[field] === null;
    if (isOwn !== isMissing) continue;
    ctx.addIssue({ code: 'custom', path: [field], message: rule(isOwn ? 'REQUIRED' : 'OTHER_BENEFIT_TYPE') });
  }
}

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

/** The fields of a benefit in answers. */
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
