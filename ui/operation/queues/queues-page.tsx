import { Alert, Chip, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { DeadRuns } from './dead-runs.tsx';
import { Schedules } from './schedules.tsx';
import { Standing } from './standing.tsx';

const COUNTS = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export default function QueuesPage() {
  const { t } = useTranslation('queues');
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
              <DeadRuns runs={state.failed} onRetried={() => void query.refetch()} />
              <Schedules schedules={state.schedules} />
            </Stack>
          )}
        </QueryView>
      </Stack>
    </>
  );
}

function Counts({ counts }: { counts: QueueState['counts'] }) {
  const { t, i18n } = useTranslation('queues');
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {COUNTS.map((state) => (
        <Chip
          key={state}
          label={t(`counts.${state}`, { count: counts[state], number: formatNumber(counts[state], i18n.language) })}
        />
      ))}
    </Stack>
  );
}
