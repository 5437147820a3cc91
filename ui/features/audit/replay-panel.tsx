import { Alert, List, ListItem, ListItemText, Stack, TextField, Typography } from '@mui/material';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { FindingAnswer, SiteAuditAnswer } from '@perktree/contracts/http/audit-reports';
import { calls } from '@perktree/contracts/http/calls';
import { joined } from '@perktree/contracts/isolated';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Figures } from '../../components/figures.tsx';
import { LongLoading } from '../../components/files/long-loading.tsx';
import { useTypedText } from '../../components/list/use-typed-text.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { type Days, timeOf } from '../../lib/days.ts';
import { useDifferenceTexts } from '../../lib/difference-words.ts';
import { formatDateTime, formatMoney, formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { withParameters } from '../../lib/with-parameters.ts';
import { type AboutSite, daysOf } from './audit-query.ts';
import { DownloadButtons } from './download-buttons.tsx';

const EARLIEST_DAY = '2000-01-01';

export function ReplayPanel({ siteId, siteName, timeZone }: AboutSite) {
  const { t } = useTranslation('audit');
  const [query, setQuery] = useSearchParams();
  const days = daysOf(query);
  const audit = useApi(calls.siteAudit, { params: { siteId }, query: timeOf(days, timeZone) }, { staleTime: 0 });
  const columns = useFindingColumns();
  const change = (part: Partial<Days>) => setQuery((before) => withParameters(before, part), { replace: true });
  const name = [t('replay.title'), siteName] as const;
  return (
    <Panel
      title={t('replay.title')}
      subtitle={t('replay.subtitle')}
      action={<DownloadButtons name={name} columns={columns} rows={audit.data?.findings} data={audit.data} />}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ mb: 2 }}>
        {(['from', 'to'] as const).map((end) => (
          <DayField key={end} label={t(`replay.${end}`)} day={days[end]} onChange={(day) => change({ [end]: day })} />
        ))}
      </Stack>
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', mb: 2 }}>
        {t('zone', { zone: timeZone })}
      </Typography>
      <QueryView query={audit} problem={t('replay.failed')} loading={<LongLoading />}>
        {(data) => <Result data={data} />}
      </QueryView>
    </Panel>
  );
}

function DayField(props: { label: string; day: string; onChange: (day: string) => void }) {
  // While a year is typed, the field's value is a day of year 2, 20 or 202: each would start a replay.
  const field = useTypedText(props.day, (day) => (day === '' || day >= EARLIEST_DAY) && props.onChange(day));
  return <TextField type="date" label={props.label} {...field} slotProps={{ inputLabel: { shrink: true } }} />;
}

function Result({ data }: { data: SiteAuditAnswer }) {
  const { t, i18n } = useTranslation('audit');
  const textOf = useDifferenceTexts();
  const number = (value: number) => formatNumber(value, i18n.language);
  const counts = (['redemptions', 'reversals', 'entries', 'payouts', 'events', 'trees'] as const).map(
    (name) => [t(`replay.${name}`), number(data[name])] as const,
  );
  const sums = data.totals.flatMap(({ currency, ...total }) =>
    (['earned', 'takenBack', 'paidOut'] as const).map(
      (sum) => [t(`replay.${sum}`, { currency }), formatMoney(total[sum], currency, i18n.language)] as const,
    ),
  );
  const isGood = data.differences === 0;
  return (
    <Stack spacing={2.5}>
      <Alert severity={isGood ? 'success' : 'error'}>
        {isGood ? t('replay.none') : t('replay.some', { count: data.differences })}{' '}
        {t('replay.rows', { count: data.rows.compared })}
        {data.rows.behind > 0 && ` ${t('replay.behind', { count: data.rows.behind })}`}{' '}
        {t('replay.texts', { count: data.texts.compared })}
        {(['erased', 'beforeHashes'] as const).map(
          (kind) => data.texts[kind] > 0 && ` ${t(`replay.${kind}`, { count: data.texts[kind] })}`,
        )}
      </Alert>
      {data.guard !== 'on' && <Typography variant="caption">{t(`replay.guard.${data.guard}`)}</Typography>}
      {data.rows.notCompared.length > 0 && (
        <Typography variant="caption" color="text.secondary">
          {t('replay.notCompared', { names: data.rows.notCompared.join(', ') })}
        </Typography>
      )}
      <Figures figures={[...counts, ...sums, [t('replay.position'), data.position]]} />
      {!isGood && (
        <List disablePadding aria-label={t('replay.differences')}>
          {data.findings.map((finding, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an event may differ in several ways, and the list never moves
            <ListItem key={n} disableGutters divider={n < data.findings.length - 1}>
              <FindingText finding={finding} textOf={textOf} />
            </ListItem>
          ))}
        </List>
      )}
    </Stack>
  );
}

function FindingText({ finding, textOf }: { finding: FindingAnswer; textOf: (text: string) => string }) {
  const { t, i18n } = useTranslation('audit');
  const { what, expected, found, position, at, eventId, distributor } = finding;
  const shown = (value: string | null) => (value === null ? t('finding.nothing') : textOf(value));
  const when = Number.isNaN(Date.parse(at)) ? '' : formatDateTime(at, i18n.language);
  const event = eventId === null ? t('finding.noEvent') : t('finding.event', { id: eventId, position });
  return (
    <ListItemText
      primary={t('finding.text', { what: textOf(what), expected: shown(expected), found: shown(found) })}
      secondary={joined([event, when, distributor && personName(distributor.name, i18n.language)])}
    />
  );
}

function useFindingColumns(): readonly CsvColumn<FindingAnswer>[] {
  const { t, i18n } = useTranslation('audit');
  const textOf = useDifferenceTexts();
  return [
    { title: t('csv.event'), value: ({ eventId }) => eventId },
    { title: t('csv.position'), value: ({ position }) => position },
    { title: t('csv.time'), value: ({ at }) => at },
    {
      title: t('csv.distributor'),
      value: ({ distributor }) => distributor && personName(distributor.name, i18n.language),
    },
    { title: t('csv.qr'), value: ({ qrId }) => qrId },
    { title: t('csv.entry'), value: ({ entryId }) => entryId },
    { title: t('csv.what'), value: ({ what }) => textOf(what) },
    { title: t('csv.expected'), value: ({ expected }) => expected && textOf(expected) },
    { title: t('csv.found'), value: ({ found }) => found && textOf(found) },
  ];
}
