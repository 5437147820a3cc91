import { Alert, Button, List, ListItem, ListItemText, Stack } from '@mui/material';
import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LongLoading } from '../kit/files.tsx';
import { Panel, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { formatMoney, formatNumber, personName } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import {
  type AuditScope,
  BooksTable,
  COUNTS,
  MONEY,
  PaperButtons,
  ShownScope,
  usePersonColumns,
} from './report-parts.tsx';

type Difference = AuditReportAnswer['differences'][number];

/** One report in which close, ledger, payouts, balances and statement agree with the events, or differ by name. */
export function ReportPanel({ scope }: { scope: AuditScope }) {
  const { t } = useTranslation('audit');
  const { siteId, siteName, query } = scope;
  const [isWanted, setWanted] = useState(false);
  const report = useApi(calls.auditReport, { params: { siteId }, query }, { enabled: isWanted, staleTime: 0 });
  const paper = useReportPaper();
  return (
    <Panel
      title={t('report.title')}
      subtitle={t('report.subtitle')}
      action={
        <PaperButtons title={t('report.title')} paper={report.data && paper(report.data, { siteId, siteName })} />
      }
    >
      <Button variant="contained" onClick={() => setWanted(true)} disabled={isWanted} sx={{ mb: isWanted ? 2 : 0 }}>
        {t('report.make')}
      </Button>
      {isWanted && (
        <QueryView query={report} problem={t('report.failed')} loading={<LongLoading />}>
          {(data) => <Result data={data} site={siteName} />}
        </QueryView>
      )}
    </Panel>
  );
}

function Result({ data, site }: { data: AuditReportAnswer; site: string }) {
  const { t } = useTranslation('audit');
  const words = useReportWords();
  const isGood = words.differences(data) === 0;
  return (
    <Stack spacing={2}>
      <ShownScope site={site} answer={data} />
      <Alert severity={isGood ? (data.totals.length === 0 ? 'warning' : 'success') : 'error'}>
        {words.result(data).join(' ')}
      </Alert>
      <List dense disablePadding aria-label={t('report.sources')}>
        {data.sources.map((source) => (
          <ListItem key={source.name} disableGutters>
            <ListItemText primary={t(`report.source.${source.name}`)} secondary={words.source(source)} />
          </ListItem>
        ))}
      </List>
      {data.differences.length > 0 && (
        <Rows
          items={data.differences}
          label={t('replay.differences')}
          keyOf={({ source, distributor, currency, figure }) => `${source} ${distributor?.id} ${currency} ${figure}`}
          lines="none"
        >
          {(difference) => <ListItemText primary={words.differs(difference)} />}
        </Rows>
      )}
      {data.totals.length > 0 && <BooksTable label={t('report.title')} books={data} />}
    </Stack>
  );
}

function useReportWords() {
  const { t, i18n } = useTranslation('audit');
  const number = (value: number) => formatNumber(value, i18n.language);
  const differences = ({ sources }: AuditReportAnswer) => sources.reduce((sum, one) => sum + one.differences, 0);
  const source = ({ skipped, compared, differences: count }: AuditReportAnswer['sources'][number]) =>
    skipped === null
      ? `${t('report.compared', { count: compared, number: number(compared) })} ${count === 0 ? t('replay.none') : t('replay.some', { count })}`
      : t(`report.skipped.${skipped}`);
  const shown = ({ figure, currency }: Difference, value: string) =>
    COUNTS.some((name) => name === figure)
      ? formatNumber(Number(value), i18n.language)
      : formatMoney(value, currency, i18n.language);
  return {
    differences,
    source,
    result(data: AuditReportAnswer): readonly string[] {
      const skipped = data.sources.filter((one) => one.skipped !== null);
      return [
        ...(data.totals.length === 0 ? [t('report.nothing')] : []),
        differences(data) === 0 ? t('replay.none') : t('replay.some', { count: differences(data) }),
        t('report.payees', { count: data.distributors.length }),
        ...(skipped.length === 0
          ? []
          : [t('report.notCompared', { names: skipped.map(({ name }) => t(`report.source.${name}`)).join(', ') })]),
      ];
    },
    differs: (difference: Difference) =>
      t('report.difference', {
        source: t(`report.source.${difference.source}`),
        figure: t(`month.${difference.figure}`),
        name: personName(difference.distributor?.name ?? '', i18n.language),
        expected: shown(difference, difference.expected),
        found: shown(difference, difference.found),
      }),
  };
}

/** The working paper of a report; also of a report of several sites, one after the other. */
export function useReportPaper() {
  const { t } = useTranslation('audit');
  const words = useReportWords();
  const payee = usePersonColumns<AuditReportAnswer['distributors'][number]>();
  const ofDifference = usePersonColumns<Difference>();
  const figures = [...MONEY, ...COUNTS].map((name) => ({
    title: t(`month.${name}`),
    value: (row: AuditReportAnswer['totals'][number]) => row[name],
  }));
  const currency = {
    title: t('csv.currency'),
    value: (row: { readonly currency: AuditReportAnswer['totals'][number]['currency'] }) => row.currency,
  };
  return (data: AuditReportAnswer, { siteId, siteName }: Pick<AuditScope, 'siteId' | 'siteName'>) => ({
    sites: [{ id: siteId, name: siteName }],
    scope: data,
    currencies: data.totals.map((sums) => sums.currency),
    result: words.result(data),
    tables: [
      paperTable(t('report.rows'), [...payee, currency, ...figures], data.distributors),
      paperTable(t('total'), [currency, ...figures], data.totals),
      paperTable(
        t('report.sources'),
        [
          { title: t('csv.source'), value: ({ name }) => t(`report.source.${name}`) },
          { title: t('csv.what'), value: (one) => words.source(one) },
        ],
        data.sources,
      ),
      paperTable(
        t('replay.differences'),
        [
          { title: t('csv.source'), value: ({ source }) => t(`report.source.${source}`) },
          ...ofDifference,
          currency,
          { title: t('csv.what'), value: ({ figure }) => t(`month.${figure}`) },
          { title: t('csv.expected'), value: ({ expected }) => expected },
          { title: t('csv.found'), value: ({ found }) => found },
        ],
        data.differences,
      ),
    ],
    data,
  });
}
