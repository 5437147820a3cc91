import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import type { TFunction } from 'i18next';
import { formatDateTime, formatMoney, formatNumber, formatPercent } from '../../lib/format.ts';
import { ruleTexts } from '../../lib/rule-settings.ts';

const PERCENTS: ReadonlySet<string> = new Set(['commissionPercent', 'minSplitPercent', 'commissionPerSiblingQr']);
const AMOUNTS: ReadonlySet<string> = new Set([
  'defaultSaleAmount',
  'maxSaleAmount',
  'minimumPayout',
  'approvePayoutsAbove',
]);
const COUNTS: ReadonlySet<string> = new Set([
  ...['maxSplitsPerQr', 'maxTotalSplits', 'maxRedemptions', 'maxRedemptionsPerCustomer', 'issuePeriod'],
]);
/** Terms whose values have words of their own. */
const CHOICES: ReadonlySet<string> = new Set(['selfRedemption', 'renewalPolicy']);

/** The value of a term as the screen shows it. @param site left out: not the viewer's, so amounts are shown without a currency */
export function termText(
  t: TFunction<'site-history'>,
  language: string,
  site: Pick<SiteAnswer, 'currency' | 'timeZone'> | undefined,
  { term }: Pick<TermChange, 'term'>,
  value: string | null,
): string {
  if (value === null) return t('changes.nothing');
  if (value === 'unlimited') return t('terms.unlimited');
  if (value === 'true' || value === 'false') return t(`changes.${value}`);
  if (PERCENTS.has(term)) return t('terms.percent', { percent: formatPercent(value, language) });
  if (AMOUNTS.has(term)) return site === undefined ? value : formatMoney(value, site.currency, language);
  if (COUNTS.has(term)) return formatNumber(Number(value), language);
  if (CHOICES.has(term)) return t(`terms.choice.${value}`);
  if (term === 'commissionHoldDays') return t('terms.days', { count: Number(value) });
  if (term === 'qrMinutesLife')
    return t('terms.minutes', { count: Number(value), number: formatNumber(Number(value), language) });
  if (term === 'expiresAt') return formatDateTime(value, language, site?.timeZone ?? 'UTC');
  if (term === 'benefit') return benefitLabel(value, language);
  if (term === 'owner' || term === 'blockedDistributor') return personName(value, language);
  return term === 'commissionRule' ? commissionRuleText(value, language) : value;
}

/** From the name of a rule and its settings, with spaces between. */
function commissionRuleText(value: string, language: string): string {
  const [name, ...settings] = value.split(' ');
  const rule = COMMISSION_RULES.find((one) => one.name === name);
  if (rule === undefined) return value;
  const amounts = settings.filter((_, n) => n % 2 === 1).map((list) => list.replaceAll(';', '; '));
  return [ruleTexts(rule, language).name, ...amounts].join(': ');
}
