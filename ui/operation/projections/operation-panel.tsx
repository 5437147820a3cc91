import { Alert, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { ProjectionsAnswer } from '@perktree/contracts/operation/projection-calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { useTimeLeft } from './use-time-left.ts';

type Operation = NonNullable<ProjectionsAnswer['operation']>;

export function OperationPanel({ operation }: { operation: Operation }) {
  const { t, i18n } = useTranslation('projections');
  const { what, holder, startedAt, endedAt, underWay, error } = operation;
  const by = t('operation.by', { holder, at: formatDateTime(startedAt, i18n.language) });
  if (!underWay) {
    const end = error ? 'failed' : endedAt ? 'ended' : 'cutOff';
    return (
      <Alert severity={error ? 'error' : endedAt ? 'info' : 'warning'}>
        {t(`operation.${end}`, { what, error })} {by}
      </Alert>
    );
  }
  return (
    <Panel title={what} subtitle={by} action={<StopButton />}>
      <Progress progress={operation.progress} />
    </Panel>
  );
}

function Progress({ progress }: { progress: Operation['progress'] }) {
  const { t, i18n } = useTranslation('projections');
  const id = useId();
  const left = useTimeLeft(progress?.secondsLeft ?? null);
  if (progress === null) return <LinearProgress aria-label={t('operation.beginning')} />;
  const { phase, percent, events, eventsPerSecond } = progress;
  return (
    <Stack spacing={1}>
      <LinearProgress variant="determinate" value={percent} aria-labelledby={id} />
      <Typography id={id} variant="body2">
        {t(`operation.phase.${phase}`)} · {percent} % · {left}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('operation.speed', {
          count: events,
          number: formatNumber(events, i18n.language),
          perSecond: formatNumber(eventsPerSecond, i18n.language),
        })}
      </Typography>
    </Stack>
  );
}

function StopButton() {
  const { t } = useTranslation('projections');
  const toast = useToast();
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => callApi(calls.stopOperation, { body: {} }),
    onSuccess: ({ names }) => {
      toast({ title: t(names.length > 0 ? 'stop.done' : 'stop.notHere') });
      return client.invalidateQueries({ queryKey: queryKeyOf(calls.projections) });
    },
    onError: failureToast(toast, t('stop.failed')),
  });
  return (
    <Button size="small" loading={stop.isPending} onClick={() => stop.mutate()}>
      {t('stop.button')}
    </Button>
  );
}
