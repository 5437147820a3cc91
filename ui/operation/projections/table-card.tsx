import { Alert, Card, CardActions, CardContent, Stack, Typography } from '@mui/material';
import type { ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { formatNumber } from '../../lib/format.ts';
import { CommandButton } from './command-button.tsx';

const TONES = {
  live: 'good',
  filling: 'warning',
  ready: 'warning',
  paused: 'warning',
  failed: 'bad',
  retired: 'quiet',
} as const satisfies Record<ProjectionTable['status'], string>;

export function TableCard(props: {
  readonly table: ProjectionTable;
  readonly beside: readonly ProjectionTable[];
  readonly busy: boolean;
}) {
  const { table, beside, busy } = props;
  const { name, status } = table;
  const stands = status === 'paused' || status === 'failed';
  const has = (...statuses: readonly ProjectionTable['status'][]) =>
    beside.some((each) => statuses.includes(each.status));
  return (
    <Card
      component="article"
      aria-label={name}
      sx={{ display: { md: 'flex' }, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <CardContent sx={{ pb: { xs: 1, md: 2 }, minWidth: 0 }}>
        <TableLine table={table} />
        {beside.map((each) => (
          <TableLine key={each.relation} table={each} />
        ))}
      </CardContent>
      <CardActions sx={{ px: 1, pb: { xs: 1.5, md: 1 }, flexWrap: 'wrap', flex: 'none' }}>
        <CommandButton what="rebuild" name={name} disabled={busy} />
        <CommandButton what={stands ? 'resume' : 'pause'} name={name} disabled={false} />
        <CommandButton what="verify" name={name} disabled={busy} />
        {has('ready') && <CommandButton what="swap" name={name} disabled={busy} />}
        {has('retired') && <CommandButton what="drop" name={name} disabled={busy} />}
        {has('filling', 'ready', 'failed') && <CommandButton what="drop" unfinished name={name} disabled={busy} />}
      </CardActions>
    </Card>
  );
}

function TableLine({ table }: { table: ProjectionTable }) {
  const { t, i18n } = useTranslation('projections');
  const { relation, version, status, position, behind, rows, error, compared } = table;
  const number = (value: string | number) => formatNumber(Number(value), i18n.language);
  return (
    <Stack spacing={0.5} sx={{ '& + &': { mt: 1.5 } }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="subtitle1" component="h2">
          {relation}
        </Typography>
        <StatusBadge label={t(`status.${status}`)} tone={TONES[status]} />
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('line', {
          version,
          position: number(position),
          behind: number(behind),
          count: rows ?? 0,
          number: rows === null ? '?' : number(rows),
        })}
      </Typography>
      {compared && !compared.identical && <Alert severity="warning">{t('different')}</Alert>}
      {error && <Alert severity="error">{error}</Alert>}
    </Stack>
  );
}
