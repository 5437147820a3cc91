import { Button, Stack, Typography } from '@mui/material';
import type { WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../kit/error-notice.tsx';
import { FigureTable } from '../kit/figures.tsx';
import { LongLoading, RunningFiles } from '../kit/files/requested-file.tsx';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { formatMoney, formatNumber } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { useApi } from '../lib/use-api.ts';
import type { AuditScope } from './audit-query.ts';
import { PaperButtons } from './paper-buttons.tsx';
import { ShownScope, usePersonColumns } from './report-parts.tsx';
import { WhatIfFields } from './what-if-fields.tsx';
import { checkWhatIf, fieldsOf, initialOf, queryOfForm, type TriedQrs } from './what-if-form.ts';

type Row = WhatIfAnswer['distributors'][number];
type Sums = WhatIfAnswer['totals'][number];

export function WhatIfPanel({ scope }: { scope: AuditScope }) {
  const { t } = useTranslation('audit');
  const { siteId, siteName } = scope;
  const client = useQueryClient();
  const [tried, setTried] = useState<TriedQrs>({});
  const [requested, setRequested] = useState<Record<string, string> | null>(null);
  const requestOf = (changes: Record<string, string>) => ({
    params: { siteId },
    query: { ...scope.query, ...changes },
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
  const paper = useWhatIfPaper(scope);
  return (
    <Panel
      title={t('whatIf.title')}
      subtitle={t('whatIf.subtitle')}
      action={<PaperButtons title={t('whatIf.title')} paper={answer.data && paper(answer.data, requested ?? {})} />}
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
          {(data) => (
            <>
              <ShownScope site={siteName} answer={data} />
              <Outcome data={data} />
            </>
          )}
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
        {data.refused > 0 && t('whatIf.refusedCount', { count: data.refused })} {data.redemptions === 0 && t('nothing')}
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

/** What was tried, by the name of its field in the request. */
const TRIED = {
  rule: 'rule',
  ruleSettings: 'settings',
  holdDays: 'hold',
  minimumPayout: 'minimum',
  percents: 'percents',
  refused: 'refused',
} as const;

function useWhatIfPaper({ siteId, siteName }: AuditScope) {
  const { t } = useTranslation('audit');
  const payee = usePersonColumns<Row>();
  const figures = [
    { title: t('csv.currency'), value: ({ currency }: Sums) => currency },
    { title: t('whatIf.earned'), value: ({ actual }: Sums) => actual.earned },
    { title: t('whatIf.wouldEarn'), value: ({ changed }: Sums) => changed.earned },
    { title: t('whatIf.difference'), value: ({ difference }: Sums) => difference.earned },
    { title: t('whatIf.payable'), value: ({ actual }: Sums) => actual.payable },
    { title: t('whatIf.wouldBePayable'), value: ({ changed }: Sums) => changed.payable },
    { title: t('whatIf.difference'), value: ({ difference }: Sums) => difference.payable },
  ];
  return (data: WhatIfAnswer, tried: Readonly<Record<string, string>>) => ({
    sites: [{ id: siteId, name: siteName }],
    scope: data,
    data,
    currencies: data.totals.map(({ currency }) => currency),
    filter: (Object.keys(TRIED) as (keyof typeof TRIED)[]).flatMap((name) =>
      tried[name] === undefined ? [] : [[t(`whatIf.${TRIED[name]}`), tried[name]] as const],
    ),
    result: [
      data.redemptions === 0
        ? t('nothing')
        : t('whatIf.redemptions', { count: data.redemptions, number: data.redemptions }),
      ...(data.refused > 0 ? [t('whatIf.refusedCount', { count: data.refused })] : []),
    ],
    tables: [
      paperTable(t('report.rows'), [...payee, ...figures], data.distributors),
      paperTable(t('total'), figures, data.totals),
    ],
  });
}
