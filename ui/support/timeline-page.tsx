import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import type { TimelineEvent, TimelineKind } from '@perktree/contracts/support/calls';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { NotLoaded } from '../kit/loaded-view.tsx';
import { BackLink, PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi, useApiPages } from '../lib/use-api.ts';
import { RefusedAttemptsOfPerson } from '../redemption/shared/refused-attempts.tsx';
import { DisputePanel } from './dispute-panel.tsx';
import { TimelineItem } from './timeline-item.tsx';
import { subjectName, timelineKindOf } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

const DataRequestDialog = lazy(() => import('./data-request-dialog.tsx'));

const PAGE_LENGTH = '50';

export default function TimelinePage() {
  const { t } = useTranslation('support');
  const { kind, id = '' } = useParams();
  const known = timelineKindOf(kind);
  return (
    <>
      <BackLink to="/support" label={t('title')} />
      {known === null ? <EmptyState title={t('unknown')} /> : <Timeline kind={known} id={id} />}
    </>
  );
}

function Timeline({ kind, id }: { kind: TimelineKind; id: string }) {
  const { t, i18n } = useTranslation('support');
  const { role } = useAuth();
  const subject = useApi(calls.supportSubject, { params: { kind, id } }, { staleTime: 0 });
  const list = useApiPages(calls.supportTimeline, { params: { kind, id }, query: { limit: PAGE_LENGTH } });
  const timelineItem = useCallback(
    (event: TimelineEvent) => <TimelineItem event={event} shown={{ kind, id }} />,
    [kind, id],
  );
  const { title = '', email = null, site = null } = subject.data ?? {};
  const isPerson = kind === 'customer' || kind === 'distributor';
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={
          subject.data
            ? `${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, i18n.language))}`
            : t(`kind.${kind}`)
        }
        subtitle={joined([email, site?.name]) || undefined}
        actions={
          isPerson &&
          subject.data &&
          role !== 'auditor' && (
            <Button variant="outlined" onClick={() => setIsAsking(true)}>
              {t('data.new')}
            </Button>
          )
        }
      />
      {isAsking && (
        <Suspense fallback={null}>
          <DataRequestDialog person={{ id, name: title }} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
      <Stack spacing={2.5}>
        {role === 'superadmin' && email !== null && isPerson && <ViewAsPanel person={id} as={kind} />}
        {kind === 'redemption' && role !== 'auditor' && subject.data && <DisputePanel redemption={subject.data} />}
        {isPerson && <RefusedAttemptsOfPerson personId={id} />}
        <Panel title={t('timeline.title')} subtitle={t('timeline.subtitle')}>
          {list.items?.length === 0 && <EmptyState icon={<HistoryOutlined />} title={t('timeline.empty')} />}
          {list.items === undefined && <NotLoaded list={list} />}
          {list.items !== undefined && list.items.length > 0 && (
            <VirtualList list={list} label={t('timeline.title')} keyOf={eventIdOf} height={110}>
              {timelineItem}
            </VirtualList>
          )}
        </Panel>
      </Stack>
    </>
  );
}

const eventIdOf = ({ eventId }: TimelineEvent) => eventId;
