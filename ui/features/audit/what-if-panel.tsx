import { Button, Stack, Typography } from '@mui/material';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { WhatIfAnswer } from '@perktree/contracts/http/audit-reports';
import { calls } from '@perktree/contracts/http/calls';
import { personName } from '@perktree/contracts/person-name';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FigureTable } from '../../components/figures.tsx';
import { LongLoading } from '../../components/files/long-loading.tsx';
import { RunningFiles } from '../../components/files/requested-file.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { timeOf } from '../../lib/days.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useApi } from '../../lib/use-api.ts';
import { type AboutSite, daysOf } from './audit-query.ts';
import { DownloadButtons } from './download-buttons.tsx';
import { WhatIfFields } from './what-if-fields.tsx';
import { checkWhatIf, fieldsOf, initialOf, queryOfForm, type TriedQrs } from './what-if-form.ts';

type Row = WhatIfAnswer['distributors'][number];

export function WhatIfPanel({ siteId, siteName, timeZone }: AboutSite) {
  const { t } = useTranslation('audit');
  const [query] = useSearchParams();
  const client = useQueryClient();
  const [tried, setTried] = useState<TriedQrs>({});
  const [requested, setRequested] = useState<Record<string, string> | null>(null);
  const requestOf = (changes: Record<string, string>) => ({
    params: { siteId },
    query: { ...timeOf(daysOf(query), timeZone), ...changes },
  });
  const form = useForm({
    fields: fieldsOf(tried),
    initial: initialOf(tried),
    call: calls.whatIf,
    params: { siteId },
    body: () => undefined,
    check: (values) => checkWhatIf(values, tried),
    // Cached by its key, so that another period is calculated without pressing the button again.
    send: async (_, values) => {
      const changes = queryOfForm(values, tried);
      const found = await client.fetchQuery<WhatIfAnswer>({ queryKey: queryKeyOf(calls.whatIf, requestOf(changes)) });
      setRequested(changes);
      return found;
    },
  });
  const answer = useApi(calls.whatIf, requestOf(requested ?? {}), {
    enabled: requested !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = [t('whatIf.title'), siteName] as const;
  return (
    <Panel
      title={t('whatIf.title')}
      subtitle={t('whatIf.subtitle')}
      action={
        <DownloadButtons name={name} columns={useColumns()} rows={answer.data?.distributors} data={answer.data} />
      }
    >
      <Stack component="form" noValidate spacing={2} sx={{ mb: 2.5 }} ref={form.ref} onSubmit={form.submit}>
        <WhatIfFields siteId={siteId} form={form} tried={tried} onTry={setTried} />
        <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: 'flex-start' }}>
          {t('whatIf.submit')}
        </Button>
      </Stack>
      {form.pending && <RunningFiles />}
      {form.failure && <ErrorNotice error={form.failure} title={t('whatIf.failed')} onRetry={() => form.submit()} />}
      {requested !== null && !form.failure && (
        <QueryView query={answer} problem={t('whatIf.failed')} loading={<LongLoading />}>
          {(data) => <Outcome data={data} />}
        </QueryView>
      )}
    </Panel>
  );
}

function Outcome({ data }: { data: WhatIfAnswer }) {
  const { t, i18n } = useTranslation('audit');
  const number = (value: number) => formatNumber(value, i18n.language);
  const cells = ({ currency, actual, changed, difference }: WhatIfAnswer['totals'][number]) =>
    [actual.earned, changed.earned, difference.earned, actual.payable, changed.payable, difference.payable].map((sum) =>
      formatMoney(sum, currency, i18n.language),
    );
  return (
    <>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('whatIf.redemptions', { count: data.redemptions, number: number(data.redemptions) })}{' '}
        {data.refused > 0 && t('whatIf.refusedCount', { count: data.refused })}
      </Typography>
      {data.totals.length > 0 && (
        <FigureTable
          label={t('whatIf.title')}
          head={[
            t('csv.distributor'),
            ...['earned', 'wouldEarn', 'difference', 'payable', 'wouldBePayable', 'difference'].map((key) =>
              t(`whatIf.${key}`),
            ),
          ]}
          rows={[
            ...data.distributors.map((row) => ({
              key: `${row.distributor?.id} ${row.currency}`,
              cells: [personName(row.distributor?.name ?? '', i18n.language), ...cells(row)],
            })),
            ...data.totals.map((sums) => ({ key: sums.currency, cells: [t('total'), ...cells(sums)], isTotal: true })),
          ]}
        />
      )}
    </>
  );
}

function useColumns(): readonly CsvColumn<Row>[] {
  const { t, i18n } = useTranslation('audit');
  return [
    {
      title: t('csv.distributor'),
      value: ({ distributor }) => distributor && personName(distributor.name, i18n.language),
    },
    { title: t('csv.currency'), value: ({ currency }) => currency },
    { title: t('whatIf.earned'), value: ({ actual }) => actual.earned },
    { title: t('whatIf.wouldEarn'), value: ({ changed }) => changed.earned },
    { title: t('whatIf.difference'), value: ({ difference }) => difference.earned },
    { title: t('whatIf.payable'), value: ({ actual }) => actual.payable },
    { title: t('whatIf.wouldBePayable'), value: ({ changed }) => changed.payable },
    { title: t('whatIf.difference'), value: ({ difference }) => difference.payable },
  ];
}
