import { Button, Stack, TextField, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTypedText } from '../kit/list/search-field.tsx';
import { Panel } from '../kit/page.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useSite } from '../kit/use-site.ts';
import { withParameters } from '../lib/list-state.ts';
import { type AuditScope, chosenPositionOf, daysOf, isBackwards } from './report-parts.tsx';

const EARLIEST_DAY = '2000-01-01';

/** The site, period and position that every panel below is about. @param props.scope undefined: all sites */
export function ScopePanel({ scope, newest }: { scope?: AuditScope; newest?: string | undefined }) {
  const { t } = useTranslation('audit');
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const site = useSite(scope?.siteId ?? '');
  const [days, position] = [daysOf(query), chosenPositionOf(query)];
  const change = (part: Readonly<Record<string, string>>) =>
    setQuery((before) => withParameters(before, part), { replace: true });
  const goTo = (path: string) => navigate({ pathname: path, search: `${query}` });
  return (
    <Panel title={t('scope.title')} subtitle={t('scope.subtitle')}>
      <Stack direction={{ xs: 'column', md: 'row' }} spacing={1.5} sx={{ alignItems: { md: 'flex-start' } }}>
        <SitePicker
          label={t('scope.site')}
          site={site ?? null}
          onPick={(id) => goTo(`/sites/${id}/audit`)}
          placeholder={t('scope.allSites')}
          sx={{ flex: 2, minWidth: 200 }}
        />
        <DayField label={t('scope.from')} day={days.from} onChange={(from) => change({ from })} />
        <DayField
          label={t('scope.to')}
          day={days.to}
          onChange={(to) => change({ to })}
          problem={isBackwards(days) ? t('scope.backwards') : undefined}
        />
        {scope && <PositionField position={position} onChange={(text) => change({ position: text })} />}
      </Stack>
      <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {scope ? t('zone', { zone: scope.timeZone }) : t('scope.zones')}
        </Typography>
        {scope && newest !== undefined && position === '' && (
          <Button size="small" onClick={() => change({ position: newest })}>
            {t('scope.keep', { position: newest })}
          </Button>
        )}
        {scope && (
          <Button size="small" onClick={() => goTo('/audit')}>
            {t('scope.allSites')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

function DayField(props: {
  label: string;
  day: string;
  onChange: (day: string) => void;
  problem?: string | undefined;
}) {
  // While a year is typed, the field's value is a day of year 2, 20 or 202: each would start a replay.
  const field = useTypedText(props.day, (day) => (day === '' || day >= EARLIEST_DAY) && props.onChange(day));
  return (
    <TextField
      type="date"
      label={props.label}
      {...field}
      error={props.problem !== undefined}
      helperText={props.problem}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: 1, minWidth: 150 }}
    />
  );
}

function PositionField({ position, onChange }: { position: string; onChange: (position: string) => void }) {
  const { t } = useTranslation('audit');
  const field = useTypedText(position, (text) => /^\d{0,18}$/.test(text) && onChange(text));
  return (
    <TextField
      label={t('scope.position')}
      placeholder={t('scope.newest')}
      {...field}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'numeric' } }}
      sx={{ flex: 1, minWidth: 130 }}
    />
  );
}
