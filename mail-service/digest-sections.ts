import type { DigestAmount, DigestFigures, DigestSite, DigestWeek } from '@perktree/contracts/dashboard/weekly-digest';
import { formatMoney, formatNumber } from '@perktree/contracts/kernel/format';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { MailWords } from './words/mail-words.ts';

export interface MailSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The figures of a week in the language of the mail. */
export function digestSections(
  { business, distributor }: DigestFigures,
  { language, words }: { readonly language: Language; readonly words: MailWords['digest'] },
): readonly MailSection[] {
  const count = (label: string, value: number) => `${label}: ${formatNumber(value, language)}`;
  const money = ({ amount, currency }: DigestAmount) => formatMoney(amount, currency, language);
  const amounts = (label: string, all: readonly DigestAmount[]) =>
    all.length === 0 ? [] : [`${label}: ${all.map(money).join(', ')}`];
  const site = ({ name, scans, redemptions, amounts: sums }: DigestSite): MailSection => ({
    title: name,
    lines: [
      count(words.scans, scans),
      count(words.redemptions, redemptions),
      ...amounts(
        words.sales,
        sums.map(({ currency, sales }) => ({ currency, amount: sales })),
      ),
      ...amounts(
        words.commission,
        sums.map(({ currency, commission }) => ({ currency, amount: commission })),
      ),
    ],
  });
  const more = [
    ...(business !== null && business.otherSites > 0 ? [count(words.otherSites, business.otherSites)] : []),
    ...(business !== null && business.flags > 0 ? [count(words.flags, business.flags)] : []),
  ];
  return [
    ...(business?.sites.map(site) ?? []),
    ...(more.length > 0 ? [{ title: words.more, lines: more }] : []),
    ...(distributor === null
      ? []
      : [
          {
            title: words.asDistributor,
            lines: [
              count(words.redemptions, distributor.redemptions),
              ...amounts(words.earned, distributor.commission),
              ...amounts(
                words.owed,
                distributor.owed.filter(({ amount }) => !isDebt(amount)),
              ),
              ...amounts(
                words.owes,
                distributor.owed
                  .filter(({ amount }) => isDebt(amount))
                  .map(({ currency, amount }) => ({ currency, amount: amount.slice(1) })),
              ),
            ],
          },
        ]),
  ];
}

/** More was reversed than earned, after it was paid. */
const isDebt = (owed: string) => owed.startsWith('-');

/** First and last day of a week, without the year. */
export function shownWeek(
  { from, to }: DigestWeek,
  language: Language,
): { readonly from: string; readonly to: string } {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const day = (date: string) => format.format(new Date(`${date}T00:00:00Z`));
  return { from: day(from), to: day(to) };
}
