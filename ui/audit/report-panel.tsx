import { Alert, Button, ListItemText, Stack } from '@mui/material';
import type { AuditReportAnswer } from '@perktree/contracts/audit/check-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useState } from 'react';
import { Rows } from '../kit/rows.tsx';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import {
  type AuditScope,
  BooksTable,
  CheckPanel,
  type CheckPaper,
  COUNTS,
  useBookColumns,
  useBookTables,
  useColumns,
  usePersonColumns,
} from './report-parts.tsx';

type Difference = AuditReportAnswer['differences'][number];

/** One report in which close, ledger, payouts, balances and statement agree with the events, or differ by name. */
export function ReportPanel({ scope }: { scope: AuditScope }) {
  const { t } = useLocale('audit');
  const { siteId, query } = scope;
  const [isWanted, setWanted] = useState(false);
  const report = useApi(calls.auditReport, { params: { siteId }, query }, { enabled: isWanted, staleTime: 0 });
  return (
    <CheckPanel
      name="report"
      scope={scope}
      form={
        <Button variant="contained" onClick={() => setWanted(true)} disabled={isWanted} sx={{ mb: isWanted ? 2 : 0 }}>
          {t('report.make')}
        </Button>
      }
      isAsked={isWanted}
      query={report}
      paper={useReportPaper()}
    >
      {(data) => <Result data={data} />}
    </CheckPanel>
  );
}

function Result({ data }: { data: AuditReportAnswer }) {
  const { t } = useLocale('audit');
  const words = useReportWords();
  const columns = useBookColumns();
  const isGood = differencesOf(data) === 0;
  return (
    <Stack spacing={2}>
      <Alert severity={isGood ? (data.totals.length === 0 ? 'warning' : 'success') : 'error'}>
        {words.result(data).join(' ')}
      </Alert>
      <Rows items={data.sources} label={t('report.sources')} keyOf={({ name }) => name} lines="none">
        {(source) => <ListItemText primary={t(`report.source.${source.name}`)} secondary={words.source(source)} />}
      </Rows>
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
      {data.totals.length > 0 && <BooksTable label={t('report.title')} columns={columns} books={data} />}
    </Stack>
  );
}

export const differencesOf = ({ sources }: AuditReportAnswer): number =>
  sources.reduce((sum, { differences }) => sum + differences, 0);

function useReportWords() {
  const { t, format } = useLocale('audit');
  const source = ({ skipped, compared, differences: count }: AuditReportAnswer['sources'][number]) =>
    skipped === null
      ? `${t('report.compared', { count: compared, number: format.number(compared) })} ${count === 0 ? t('replay.none') : t('replay.some', { count })}`
      : t(`report.skipped.${skipped}`);
  const shown = ({ figure, currency }: Difference, value: string) =>
    COUNTS.some((name) => name === figure) ? format.number(Number(value)) : format.money(value, currency);
  return {
    source,
    result(data: AuditReportAnswer): readonly string[] {
      const skipped = data.sources.filter((one) => one.skipped !== null);
      return [
        ...(data.totals.length === 0 ? [t('report.nothing')] : []),
        differencesOf(data) === 0 ? t('replay.none') : t('replay.some', { count: differencesOf(data) }),
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
        name: format.person(difference.distributor?.name ?? ''),
        expected: shown(difference, difference.expected),
        found: shown(difference, difference.found),
      }),
  };
}

/** The working paper of a report; also of a report of several sites, one after the other. */
export function useReportPaper() {
  const { t } = useLocale('audit');
  const words = useReportWords();
  const payee = usePersonColumns();
  const columns = useColumns();
  const tables = useBookTables(useBookColumns());
  return (data: AuditReportAnswer): CheckPaper => ({
    currencies: data.totals.map(({ currency }) => currency),
    result: words.result(data),
    tables: [
      ...tables(data),
      paperTable(
        t('report.sources'),
        [
          { title: t('csv.source'), value: ({ name }) => t(`report.source.${name}`) },
          { title: t('csv.what'), value: words.source },
        ],
        data.sources,
      ),
      paperTable(
        t('replay.differences'),
        [
          { title: t('csv.source'), value: ({ source }) => t(`report.source.${source}`) },
          ...payee,
          ...columns('currency'),
          { title: t('csv.what'), value: ({ figure }) => t(`month.${figure}`) },
          ...columns('expected', 'found'),
        ],
        data.differences,
      ),
    ],
  });
}
