import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Alert, Button, Card, LinearProgress, ListItemText, Stack, Typography } from '@mui/material';
import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { SITE_ORDERS, SITE_STATES, type SiteAnswer } from '@perktree/contracts/site/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FigureTable } from '../kit/figures.tsx';
import { ShownOnly } from '../kit/list/list-footer.tsx';
import { ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { EmptyState, ErrorNotice, LinkButton, PageHeader, Panel, Panels } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { timeOf } from '../lib/days.ts';
import { withParameters } from '../lib/list-state.ts';
import { queryKeyOf } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { differencesOf, useReportPaper } from './report-panel.tsx';
import { daysOf, isBackwards, MONEY, PaperButtons } from './report-parts.tsx';
import { ScopePanel } from './scope-panel.tsx';

/** Sites of one report; a search below leads to the others. */
const MAX_SITES = 100;

interface Reported {
  readonly site: SiteAnswer;
  readonly report: AuditReportAnswer;
}

/** The report of each site, one after the other: days are those of each site. */
function AllSitesPanel() {
  const { t, format } = useLocale('audit');
  const [query] = useSearchParams();
  const days = daysOf(query);
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const make = useMutation({
    mutationFn: async (): Promise<readonly Reported[]> => {
      setDone(0);
      const sites = await callApi(calls.listSites, { query: { limit: String(MAX_SITES) } });
      const reported: Reported[] = [];
      for (const site of sites) {
        const request = { params: { siteId: site.id }, query: timeOf(days, site.timeZone ?? UTC) };
        const queryKey = queryKeyOf(calls.auditReport, request);
        reported.push({ site, report: await client.fetchQuery<AuditReportAnswer>({ queryKey, staleTime: 0 }) });
        setDone(reported.length / sites.length);
      }
      return reported;
    },
  });
  const paperOf = useReportPaper();
  const paper = (reported: readonly Reported[]) => {
    const papers = reported.map((one) => ({ ...one, paper: paperOf(one.report) }));
    const [first] = reported;
    const zones = new Set(reported.map(({ report }) => report.timeZone));
    return {
      sites: reported.map(({ site: { id, name } }) => ({ id, name })),
      scope: {
        from: first?.report.from ?? null,
        to: first?.report.to ?? null,
        position: null,
        timeZone: zones.size === 1 ? [...zones].join() : UTC,
      },
      currencies: papers.flatMap((one) => one.paper.currencies),
      result: papers.map((one) => `${one.site.name}: ${one.paper.result.join(' ')}`),
      tables: papers.flatMap(({ site, report: { timeZone, position }, paper: { tables } }) =>
        tables.map((table) => ({
          ...table,
          title: `${site.name} (${timeZone}, ${t('position', { position })}): ${table.title}`,
        })),
      ),
      data: { reports: reported.map(({ report }) => report) },
    };
  };
  const all = make.data?.reduce((sum, { report }) => sum + differencesOf(report), 0) ?? 0;
  const money = (amount: string, currency: SiteAnswer['currency']) => format.money(amount, currency);
  return (
    <Panel
      title={t('report.title')}
      subtitle={t('report.allSites')}
      action={<PaperButtons title={t('report.title')} paper={make.data && paper(make.data)} />}
    >
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Button variant="contained" loading={make.isPending} disabled={isBackwards(days)} onClick={() => make.mutate()}>
          {t('report.makeAll')}
        </Button>
        {make.isPending && (
          <LinearProgress
            variant="determinate"
            value={done * 100}
            aria-label={t('report.title')}
            sx={{ width: '100%' }}
          />
        )}
        {make.isError && <ErrorNotice error={make.error} title={t('report.failed')} onRetry={() => make.mutate()} />}
      </Stack>
      {make.data && (
        <Stack spacing={2} sx={{ mt: 2 }}>
          <Alert severity={all === 0 ? 'success' : 'error'}>
            {all === 0 ? t('replay.none') : t('replay.some', { count: all })}{' '}
            {t('report.sites', { count: make.data.length })}
          </Alert>
          <FigureTable
            label={t('report.title')}
            head={[t('scope.site'), ...MONEY.map((name) => t(`month.${name}`)), t('replay.differences')]}
            rows={make.data.flatMap(({ site, report }) =>
              (report.totals.length === 0 ? [null] : report.totals).map((sums) => ({
                key: `${site.id} ${sums?.currency}`,
                cells: [
                  `${site.name} (${report.timeZone})`,
                  ...MONEY.map((name) => (sums === null ? '–' : money(sums[name], sums.currency))),
                  `${differencesOf(report)}`,
                ],
              })),
            )}
          />
          <ShownOnly shown={make.data.length} max={MAX_SITES} />
          <Typography variant="quiet">{t('scope.zones')}</Typography>
        </Stack>
      )}
    </Panel>
  );
}

const NAMES = { filters: SITE_STATES, sorts: SITE_ORDERS, pageLength: 50 } as const;

/** All sites: one report of them, and the way to the checks of each. */
export default function AuditSitesPage() {
  const { t } = useLocale('audit');
  const list = useServerList(calls.listSites, {}, NAMES);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('sites.subtitle')}
        actions={
          <>
            <LinkButton to="/looks">{t('looks')}</LinkButton>
            <LinkButton to="/audit/heads">{t('chain.heads')}</LinkButton>
          </>
        }
      />
      <Panels>
        <ScopePanel />
        <AllSitesPanel />
        <Card sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
          <ServerListView
            list={list}
            label={t('sites.list')}
            search={t('sites.search')}
            nameOf={(state) => t(`sites.state.${state}`)}
            empty={<EmptyState icon={<StorefrontOutlined />} title={t('sites.empty')} />}
            keyOf={idOf}
            height={72}
          >
            {siteRow}
          </ServerListView>
        </Card>
      </Panels>
    </>
  );
}

const idOf = ({ id }: SiteAnswer) => id;
const siteRow = (site: SiteAnswer) => <SiteRow site={site} />;

function SiteRow({ site: { id, name, currency } }: { site: SiteAnswer }) {
  const { t } = useLocale('audit');
  const [query] = useSearchParams();
  const { from, to } = daysOf(query);
  const kept = `${withParameters(new URLSearchParams(), { from, to })}`;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 }}>
      <ListItemText primary={name} secondary={currency} sx={{ overflowWrap: 'anywhere', minWidth: 120 }} />
      <LinkButton
        to={{ pathname: `/sites/${id}/audit`, search: kept }}
        variant="text"
        aria-label={t('sites.auditOf', { name })}
      >
        {t('title')}
      </LinkButton>
      <LinkButton to={`/sites/${id}/history`} variant="text" aria-label={t('sites.historyOf', { name })}>
        {t('sites.history')}
      </LinkButton>
    </Stack>
  );
}
