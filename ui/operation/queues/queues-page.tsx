import { Alert, Button, Chip, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { PageHeader, Panel, QueryView } from '../../kit/page.tsx';
import { Rows } from '../../kit/rows.tsx';
import { callApi } from '../../lib/api.ts';
import { useApi, useCommand } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

function DeadRuns({ runs }: { runs: QueueState['failed'] }) {
  const { t, format } = useLocale('queues');
  const retry = useCommand({
    send: (run: QueueState['failed'][number]) => callApi(calls.retryJob, { params: { jobId: run.id } }),
    done: (_, run) => ({ title: t('dead.retried'), description: run.name }),
    failed: t('dead.notRetried'),
    changes: [calls.queues],
  });
  return (
    <Panel title={t('dead.title')} subtitle={t('dead.subtitle')}>
      {runs.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('dead.none')}</Typography>}
      <Rows items={runs} keyOf={({ id }) => id} sx={{ gap: 2 }}>
        {(run) => (
          <>
            <ListItemText
              primary={run.name}
              secondary={`${format.dateTime(run.failedAt)} · ${t('dead.attempts', { count: run.attempts })} · ${run.reason}`}
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
          </>
        )}
      </Rows>
    </Panel>
  );
}

/** What stands still until an operator acts, each with what to do. */
function Standing() {
  const { t } = useLocale('queues');
  const query = useApi(calls.standingWork, {}, { staleTime: 0 });
  return (
    <Panel title={t('standing.title')}>
      <QueryView query={query}>
        {({ states }) => (
          <Rows
            items={states}
            keyOf={({ state }) => state}
            empty={<Typography color="text.secondary">{t('standing.none')}</Typography>}
          >
            {({ state, count }) => (
              <ListItemText primary={t(`standing.${state}`, { count })} secondary={t(`standing.todo.${state}`)} />
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}

function Schedules({ schedules }: { schedules: QueueState['schedules'] }) {
  const { t, format } = useLocale('queues');
  return (
    <Panel title={t('schedules.title')}>
      <Rows items={schedules} keyOf={({ name }) => name}>
        {({ name, everyMs, nextRunAt }) => (
          <ListItemText
            primary={name}
            secondary={`${t('schedules.every', { count: Math.round(everyMs / MINUTE_MS) })} · ${
              nextRunAt === null ? t('schedules.notPlanned') : t('schedules.next', { time: format.dateTime(nextRunAt) })
            }`}
          />
        )}
      </Rows>
    </Panel>
  );
}

const COUNTS = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export default function QueuesPage() {
  const { t } = useLocale('queues');
  const query = useApi(calls.queues, {}, { staleTime: 0 });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Stack spacing={3}>
        <Standing />
        <QueryView query={query}>
          {(state) => (
            <Stack spacing={3}>
              {state.isFull && <Alert severity="error">{t('full')}</Alert>}
              <Panel title={t('counts.title')} subtitle={t(`engine.${state.engine}`)}>
                <Counts counts={state.counts} />
              </Panel>
              <DeadRuns runs={state.failed} />
              <Schedules schedules={state.schedules} />
            </Stack>
          )}
        </QueryView>
      </Stack>
    </>
  );
}

function Counts({ counts }: { counts: QueueState['counts'] }) {
  const { t, format } = useLocale('queues');
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {COUNTS.map((state) => (
        <Chip
          key={state}
          label={t(`counts.${state}`, { count: counts[state], number: format.number(counts[state]) })}
        />
      ))}
    </Stack>
  );
}
