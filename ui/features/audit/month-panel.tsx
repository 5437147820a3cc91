import { TextField, Typography } from '@mui/material';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { ClosedMonthAnswer } from '@perktree/contracts/http/audit-reports';
import { calls } from '@perktree/contracts/http/calls';
import { personName } from '@perktree/contracts/person-name';
import { monthIn } from '@perktree/contracts/time-zone';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { FigureTable } from '../../components/figures.tsx';
import { LongLoading } from '../../components/files/long-loading.tsx';
import { choices } from '../../components/form/choices.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { withParameters } from '../../lib/with-parameters.ts';
import { type AboutSite, monthsBefore } from './audit-query.ts';
import { DownloadButtons } from './download-buttons.tsx';
import { MonthSignOff } from './month-sign-off.tsx';

/** Number of months to choose from. */
const MONTHS = 36;
const MONEY = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;
const COUNTS = ['entries', 'reversals', 'payouts'] as const;
type Row = ClosedMonthAnswer['distributors'][number];

export function MonthPanel({ siteId, siteName, timeZone }: AboutSite) {
  const { t, i18n } = useTranslation('audit');
  const [query, setQuery] = useSearchParams();
  const months = monthsBefore(monthIn(timeZone, Date.now()), MONTHS);
  const month = months.find((one) => one === query.get('month')) ?? months[0] ?? '';
  const closed = useApi(calls.closedMonth, { params: { siteId, month } });
  const pick = (value: string) => setQuery((before) => withParameters(before, { month: value }));
  const columns: readonly CsvColumn<Row>[] = [
    {
      title: t('csv.distributor'),
      value: ({ distributor }) => distributor && personName(distributor.name, i18n.language),
    },
    { title: t('csv.currency'), value: ({ currency }) => currency },
    ...[...MONEY, ...COUNTS].map((name) => ({ title: t(`month.${name}`), value: (row: Row) => row[name] })),
  ];
  const name = [t('month.title'), siteName, month] as const;
  return (
    <Panel
      title={t('month.title')}
      subtitle={t('month.subtitle')}
      action={<DownloadButtons name={name} columns={columns} rows={closed.data?.distributors} data={closed.data} />}
    >
      <TextField
        select
        label={t('month.choose')}
        value={month}
        onChange={(event) => pick(event.target.value)}
        sx={{ maxWidth: { sm: 240 }, mb: 2 }}
      >
        {choices(months, (one) => monthName(one, i18n.language))}
      </TextField>
      <QueryView query={closed} problem={t('month.failed')} loading={<LongLoading />}>
        {(data) => (
          <>
            <Books data={data} />
            <MonthSignOff closed={data} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function Books({ data }: { data: ClosedMonthAnswer }) {
  const { t, i18n } = useTranslation('audit');
  if (data.totals.length === 0) {
    return (
      <Typography>
        {t('month.empty')} {t('month.zone', { zone: data.timeZone })}
      </Typography>
    );
  }
  const cells = (sums: ClosedMonthAnswer['totals'][number]) => [
    ...MONEY.map((name) => formatMoney(sums[name], sums.currency, i18n.language)),
    ...COUNTS.map((name) => formatNumber(sums[name], i18n.language)),
  ];
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('month.position', { position: data.position })} {t('month.zone', { zone: data.timeZone })}
      </Typography>
      <FigureTable
        label={t('month.title')}
        head={[t('csv.distributor'), ...[...MONEY, ...COUNTS].map((name) => t(`month.${name}`))]}
        rows={[
          ...data.distributors.map((row) => ({
            key: `${row.distributor?.id} ${row.currency}`,
            cells: [personName(row.distributor?.name ?? '', i18n.language), ...cells(row)],
          })),
          ...data.totals.map((sums) => ({ key: sums.currency, cells: [t('total'), ...cells(sums)], isTotal: true })),
        ]}
      />
    </>
  );
}

const monthName = (month: string, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));
