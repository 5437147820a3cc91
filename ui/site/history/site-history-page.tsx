import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import RuleOutlined from '@mui/icons-material/RuleOutlined';
import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { BenefitTerms } from '@perktree/contracts/qr/shown-benefit';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import type { TFunction } from 'i18next';
import { useParams } from 'react-router-dom';
import { ListPanel, useServerList } from '../../kit/list/server-list.tsx';
import { BackLink, EmptyCard, EmptyState, NextStep, PageHeader, Panels, QueryView } from '../../kit/page.tsx';
import { useSite } from '../../kit/use-site.ts';
import { useAuth } from '../../lib/auth.tsx';
import { ruleTexts } from '../../lib/rule-settings.ts';
import { useApi } from '../../lib/use-api.ts';
import {
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  isolated,
  personName,
  useLocale,
} from '../../lib/use-locale.ts';
import { HistoryView } from './history-view.tsx';
import { stopsOf } from './trees-as-of.tsx';

const PERCENTS: ReadonlySet<string> = new Set(['commissionPercent', 'minSplitPercent', 'commissionPerSiblingQr']);
const AMOUNTS: ReadonlySet<string> = new Set([
  'defaultSaleAmount',
  'maxSaleAmount',
  'minimumPayout',
  'approvePayoutsAbove',
]);
const COUNTS: ReadonlySet<string> = new Set([
  'maxSplitsPerQr',
  'maxTotalSplits',
  'maxRedemptions',
  'maxRedemptionsPerCustomer',
  'issuePeriod',
]);
/** Terms whose values have words of their own. */
const CHOICES: ReadonlySet<string> = new Set(['selfRedemption', 'renewalPolicy']);

/** The value of a term as the screen shows it. @param site left out: not the viewer's, so amounts are shown without a currency */
function termText(
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

const NAMES = { prefix: 'term-', filters: ['terms'], sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Each term of the site before and after: by whom, why, and since which event. */
function TermsPanel({ siteId, site }: { siteId: string; site: SiteAnswer | undefined }) {
  const { t } = useLocale(['site-history', 'common']);
  const list = useServerList(calls.siteTerms, { siteId }, NAMES);
  const title = t('terms.title');
  return (
    <ListPanel
      title={title}
      subtitle={t('terms.text', { zone: site?.timeZone ?? 'UTC' })}
      of={site?.name}
      list={list}
      search={t('terms.search')}
      nameOf={(filter) => t(`terms.show.${filter}`)}
      empty={<EmptyState icon={<RuleOutlined />} title={t('terms.empty')} text={t('terms.emptyText')} />}
      keyOf={({ id }) => id}
      height={92}
    >
      {(change) => <TermRow change={change} site={site} />}
    </ListPanel>
  );
}

function TermRow({ change, site }: { change: TermChange; site: SiteAnswer | undefined }) {
  const { t, format, language } = useLocale(['site-history', 'sites', 'common']);

  const { term, before, after, benefitTerms, qr, actor, at, position, reason } = change;
  const text = (value: string | null, benefit: BenefitTerms | null = null) =>
    benefit === null ? termText(t, language, site, change, value) : format.benefit(benefit);
  const role = t(`common:role.${actor.role}`, { defaultValue: actor.role });
  const by = actor.person === null ? role : `${format.person(actor.person.name)} (${role})`;
  const quiet = { color: 'text.secondary', overflowWrap: 'anywhere' } as const;
  return (
    <>
      <Typography variant="name">
        {t([`terms.term.${term}`, `sites:configure.${term}`], { defaultValue: term })}
        {qr !== null && ` · ${isolated(qr.name)}`}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t('terms.change', { before: text(before, benefitTerms?.before), after: text(after, benefitTerms?.after) })}
      </Typography>
      <Typography variant="body2" sx={quiet}>
        {by} · {format.dateTime(at, site?.timeZone ?? 'UTC')} · {t('terms.since', { position })}
      </Typography>
      {reason !== null && (
        <Typography variant="body2" sx={quiet}>
          {t('terms.reason', { reason: isolated(reason) })}
        </Typography>
      )}
    </>
  );
}

export default function SiteHistoryPage() {
  const { t } = useLocale('site-history');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const { role } = useAuth();
  const marks = useApi(calls.siteMarks, { params: { siteId } }, { staleTime: 0 });
  return (
    <>
      <BackLink to={role === 'site_owner' ? '/sites' : '/audit'} label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <Panels>
        <QueryView query={marks}>
          {(data) =>
            data.marks.length === 0 ? (
              <EmptyCard
                icon={<HistoryOutlined />}
                title={t('empty')}
                text={t('emptyText')}
                {...(role === 'site_owner' && { action: <NextStep step="createQr" siteId={siteId} /> })}
              />
            ) : (
              <HistoryView siteId={siteId} stops={stopsOf(data.marks)} isSampled={data.events > data.marks.length} />
            )
          }
        </QueryView>
        <TermsPanel siteId={siteId} site={site} />
      </Panels>
    </>
  );
}
