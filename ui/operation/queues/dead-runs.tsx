import { Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

export function DeadRuns({ runs, onRetried }: { runs: QueueState['failed']; onRetried: () => void }) {
  const { t, i18n } = useTranslation('queues');
  const toast = useToast();
  const retry = useMutation({
    mutationFn: (run: QueueState['failed'][number]) => callApi(calls.retryJob, { params: { jobId: run.id } }),
    onSuccess: (_, run) => {
      toast({ title: t('dead.retried'), description: run.name });
      onRetried();
    },
    onError: failureToast(toast, t('dead.notRetried')),
  });
  return (
    <Panel title={t('dead.title')} subtitle={t('dead.subtitle')}>
      {runs.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('dead.none')}</Typography>}
      <List disablePadding>
        {runs.map((run, i) => (
          <ListItem key={run.id} disableGutters divider={i < runs.length - 1} sx={{ gap: 2 }}>
            <ListItemText
              primary={run.name}
              secondary={`${formatDateTime(run.failedAt, i18n.language)} · ${t('dead.attempts', { count: run.attempts })} · ${run.reason}`}
            />
            <Button
              disabled={retry.isPending}
              loading={retry.isPending && retry.variables.id === run.id}
              onClick={() => retry.mutate(run)}
              aria-label={t('dead.retryOf', { name: run.name })}
              sx={{ flex: 'none' }}
            >
              {t('dead.retry')}
            </Button>
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
