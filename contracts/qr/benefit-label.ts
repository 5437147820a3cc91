import { formatDecimals } from '../kernel/format-decimals.ts';

/** How other languages than English say the labels of benefit.ts; `{x}` is the percent or the amount. */
const LABELS: Readonly<Record<string, { readonly discount: string; readonly offer: string; readonly reward: string }>> =
  {
    es: { discount: '{x} de descuento', offer: 'Oferta especial', reward: 'Recompensa disponible' },
  };

const PERCENT = /^(\d+(?:\.\d+)?)% (?:Discount|OFF)$/;
const AMOUNT = /^([€$£])(\d+(?:\.\d+)?) (?:Off|OFF)$/;

/**
 * The label of a benefit, which the server writes in English, in a person's language: "€5.50 Off" in "es" is
 * "5,50 € de descuento". A text reward is its owner's own words and stays.
 */
export function benefitLabel(label: string, language: string): string {
  const words = LABELS[language];
  if (words === undefined) return label;
  const [, percent] = PERCENT.exec(label) ?? [];
  const [, sign, amount] = AMOUNT.exec(label) ?? [];
  if (percent !== undefined) return words.discount.replace('{x}', `${formatDecimals(percent, language)} %`);
  if (amount !== undefined) return words.discount.replace('{x}', `${formatDecimals(amount, language)} ${sign}`);
  if (label === 'Special Offer') return words.offer;
  return label === 'Reward Available' ? words.reward : label;
}
