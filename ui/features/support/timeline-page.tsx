import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { List, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { TimelineKind } from '@perktree/contracts/http/support';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RefusedAttemptsOfPerson } from '../../components/refused-attempts.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApi, useApiPages } from '../../lib/use-api.ts';
import { DisputePanel } from './dispute-panel.tsx';
import { TimelineItem } from './timeline-item.tsx';
import { timelineKindOf } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

const PAGE_LENGTH = '50';

/** Everything that happened to one redemption, customer, QR or distributor, newest first. */
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
  const { t } = useTranslation('support');
  const { role } = useAuth();
  const subject = useApi(calls.supportSubject, { params: { kind, id } }, { staleTime: 0 });
  const list = useApiPages(calls.supportTimeline, { params: { kind, id }, query: { limit: PAGE_LENGTH } });
  const { title = '', email = null, site = null } = subject.data ?? {};
  return (
    <>
      <PageHeader
        title={subject.data ? `${t(`kind.${kind}`)}: ${title}` : t(`kind.${kind}`)}
        subtitle={[email, site?.name].filter(Boolean).join(' · ') || undefined}
      />
      <Stack spacing={2.5}>
        {role === 'superadmin' && email !== null && (kind === 'customer' || kind === 'distributor') && (
          <ViewAsPanel person={id} as={kind} />
        )}
        {kind === 'redemption' && subject.data && <DisputePanel redemption={subject.data} />}
        {(kind === 'customer' || kind === 'distributor') && <RefusedAttemptsOfPerson personId={id} />}
        <Panel title={t('timeline.title')} subtitle={t('timeline.subtitle')}>
          <LoadedView list={list}>
            {(events) =>
              events.length === 0 ? (
                <EmptyState icon={<HistoryOutlined />} title={t('timeline.empty')} />
              ) : (
                <List disablePadding>
                  {events.map((event, n) => (
                    <TimelineItem
                      key={event.eventId}
                      event={event}
                      shown={{ kind, id }}
                      divider={n < events.length - 1}
                    />
                  ))}
                </List>
              )
            }
          </LoadedView>
        </Panel>
      </Stack>
    </>
  );
}
