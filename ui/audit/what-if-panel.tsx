import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button, FormGroup, FormLabel, IconButton, MenuItem, Stack, Typography } from '@mui/material';
import { POOL_SPLITS, type WhatIfAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { FLAG_KINDS } from '@perktree/contracts/flag/rules';
import type { CsvColumn } from '@perktree/contracts/kernel/csv';
import { HOLD_DAYS } from '@perktree/contracts/site/configuration';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RunningFiles } from '../kit/files.tsx';
import { CheckField } from '../kit/form/check-field.tsx';
import { RuleSettingFields } from '../kit/form/fields.tsx';
import { choices, FormField } from '../kit/form/form.tsx';
import { type Choice, Picker } from '../kit/list/picker.tsx';
import { ErrorNotice } from '../kit/page.tsx';
import { type Form, useForm } from '../lib/forms/use-form.ts';
import { ruleTexts } from '../lib/rule-settings.ts';
import { queryKeyOf, useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { type AuditScope, BooksTable, CheckPanel, type CheckPaper, useBookTables } from './report-parts.tsx';
import {
  checkWhatIf,
  fieldsOf,
  initialOf,
  percentName,
  queryOfForm,
  type TriedQrs,
  triedRuleOf,
  type WhatIfFormFields,
} from './what-if-form.ts';

interface QrChoice extends Choice {
  readonly name: string;
  readonly percent: string;
}

/** Sorted by name, rows include the path of each QR. */
const ROWS = { levels: '33', sort: 'name' };

function PercentFields(props: {
  siteId: string;
  form: Form<WhatIfFormFields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, format } = useLocale('audit');
  const { form, tried, onTry } = props;
  const drop = (qrId: string) => onTry(Object.fromEntries(Object.entries(tried).filter(([id]) => id !== qrId)));
  return (
    <Stack spacing={1.5}>
      <Picker
        // Empty again after each choice.
        key={Object.keys(tried).join()}
        label={t('whatIf.percentOf')}
        call={calls.listQrs}
        params={{ siteId: props.siteId }}
        query={ROWS}
        choiceOf={({ id, name, commissionPercent, path }): QrChoice => ({
          id,
          label: t('whatIf.qr', { name, percent: format.percent(commissionPercent) }),
          detail: joined(path?.map((above) => above.name) ?? [], ' › ') || undefined,
          name,
          percent: commissionPercent,
        })}
        value={null}
        onChange={(choice) => {
          if (choice !== null && !(choice.id in tried)) onTry({ ...tried, [choice.id]: choice as QrChoice });
        }}
        sx={{ maxWidth: { sm: 360 } }}
      />
      {Object.entries(tried).map(([qrId, { name }]) => (
        <Stack key={qrId} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <FormField
            form={form}
            name={percentName(qrId)}
            label={t('whatIf.percentFor', { name })}
            sx={{ maxWidth: { sm: 360 } }}
          />
          <IconButton aria-label={t('whatIf.dropPercent', { name })} onClick={() => drop(qrId)}>
            <DeleteOutlined />
          </IconButton>
        </Stack>
      ))}
    </Stack>
  );
}

function WhatIfFields(props: {
  siteId: string;
  form: Form<WhatIfFormFields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, language } = useLocale(['audit', 'flags']);
  const { form } = props;
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        <FormField
          form={form}
          name="rule"
          select
          label={t('whatIf.rule')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {COMMISSION_RULES.map((rule) => (
            <MenuItem key={rule.name} value={rule.name}>
              {ruleTexts(rule, language).name}
            </MenuItem>
          ))}
          {choices(POOL_SPLITS, (split) => t(`whatIf.rules.${split}`))}
        </FormField>
        <FormField
          form={form}
          name="holdDays"
          select
          label={t('whatIf.hold')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('whatIf.unchanged')}</MenuItem>
          {choices(HOLD_DAYS, (days) => t('whatIf.days', { count: days }))}
        </FormField>
        <FormField
          form={form}
          name="minimumPayout"
          label={t('whatIf.minimum')}
          helperText={t('whatIf.emptyIsUnchanged')}
        />
      </Stack>
      <RuleSettingFields form={form} rule={triedRuleOf(form.typed.rule)} />
      <PercentFields siteId={props.siteId} form={form} tried={props.tried} onTry={props.onTry} />
      <div>
        <FormLabel component="p" id="refused">
          {t('whatIf.refused')}
        </FormLabel>
        <FormGroup role="group" aria-labelledby="refused">
          {FLAG_KINDS.map((kind) => (
            <CheckField
              key={kind}
              label={t(`flags:kind.${kind}.title`)}
              checked={form.typed[kind]}
              onChange={(refused) => form.change(kind, refused)}
            />
          ))}
        </FormGroup>
      </div>
    </>
  );
}

export function WhatIfPanel({ scope }: { scope: AuditScope }) {
  const { t, format } = useLocale('audit');
  const { siteId } = scope;
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
  const columns = useWhatIfColumns();
  const tables = useBookTables(columns);
  const paper = (data: WhatIfAnswer): CheckPaper => ({
    currencies: data.totals.map(({ currency }) => currency),
    filter: (Object.keys(TRIED) as (keyof typeof TRIED)[]).flatMap((name) =>
      requested?.[name] === undefined ? [] : [[t(`whatIf.${TRIED[name]}`), requested[name]] as const],
    ),
    result: [
      data.redemptions === 0
        ? t('nothing')
        : t('whatIf.redemptions', { count: data.redemptions, number: data.redemptions }),
      ...(data.refused > 0 ? [t('whatIf.refusedCount', { count: data.refused })] : []),
    ],
    tables: tables(data),
  });
  const shown = (
    <>
      <Stack component="form" noValidate spacing={2} sx={{ mb: 2.5 }} ref={form.ref} onSubmit={form.submit}>
        <WhatIfFields siteId={siteId} form={form} tried={tried} onTry={setTried} />
        <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: 'flex-start' }}>
          {t('whatIf.submit')}
        </Button>
      </Stack>
      {form.pending && <RunningFiles />}
      {form.failure && <ErrorNotice error={form.failure} title={t('whatIf.failed')} onRetry={() => form.submit()} />}
    </>
  );
  return (
    <CheckPanel
      name="whatIf"
      scope={scope}
      form={shown}
      isAsked={requested !== null && !form.failure}
      query={answer}
      paper={paper}
    >
      {(data) => (
        <>
          <Typography variant="quiet" role="status" sx={{ mb: 1 }}>
            {t('whatIf.redemptions', { count: data.redemptions, number: format.number(data.redemptions) })}{' '}
            {data.refused > 0 && t('whatIf.refusedCount', { count: data.refused })}{' '}
            {data.redemptions === 0 && t('nothing')}
          </Typography>
          {data.totals.length > 0 && <BooksTable label={t('whatIf.title')} columns={columns} books={data} />}
        </>
      )}
    </CheckPanel>
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

function useWhatIfColumns(): readonly CsvColumn<WhatIfAnswer['totals'][number]>[] {
  const { t } = useLocale('audit');
  return [
    { title: t('whatIf.earned'), value: ({ actual }) => actual.earned },
    { title: t('whatIf.wouldEarn'), value: ({ changed }) => changed.earned },
    { title: t('whatIf.difference'), value: ({ difference }) => difference.earned },
    { title: t('whatIf.payable'), value: ({ actual }) => actual.payable },
    { title: t('whatIf.wouldBePayable'), value: ({ changed }) => changed.payable },
    { title: t('whatIf.difference'), value: ({ difference }) => difference.payable },
  ];
}
