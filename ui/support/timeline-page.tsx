import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SupportPerson, TimelineEvent, TimelineKind } from '@perktree/contracts/support/calls';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { NotLoaded } from '../kit/list/list-footer.tsx';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { BackLink, EmptyState, PageHeader, Panel } from '../kit/page.tsx';
import { ExplainButton } from '../ledger/shared/ledger-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime, formatMoney, isolated, joined, personName } from '../lib/format.ts';
import { useApi, useApiPages } from '../lib/use-api.ts';
import { RefusedAttemptsOfPerson } from '../redemption/shared/refused-attempts.tsx';
import { DisputePanel } from './dispute-panel.tsx';
import { subjectName, timelineKindOf, timelinePath } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

function EventEntries({ event: { entries, currency } }: { event: TimelineEvent }) {
  const { t, i18n } = useTranslation('support');
  if (entries.length === 0 || currency === null) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ id, qrId, amount: commissionAmount, owner }) => {
        const name = personName(owner.name, i18n.language);
        const amount = formatMoney(commissionAmount, currency, i18n.language);
        return (
          <Box component="li" key={id}>
            <Typography variant="body2" component="span" sx={{ mr: 1 }}>
              {t('entry', { name, amount })}
            </Typography>
            <ExplainButton entry={{ id, qrId, commissionAmount, currency }} label={t('explainFor', { name, amount })}>
              {t('explain')}
            </ExplainButton>
          </Box>
        );
      })}
    </Box>
  );
}

function EventLinks({ event, shown }: { event: TimelineEvent; shown: { kind: TimelineKind; id: string } }) {
  const { t, i18n } = useTranslation('support');
  const { role } = useAuth();
  const { redemptionId, customer, qr, distributor, payoutId, site, position } = event;
  const things: readonly (readonly [TimelineKind, string | undefined, string | undefined])[] = [
    ['redemption', redemptionId ?? undefined, qr?.name],
    ['customer', customer?.id, customer?.name],
    ['qr', qr?.id, qr?.name],
    ['distributor', distributor?.id, distributor?.name],
  ];
  const link = (to: string, label: string, full: string) => (
    <Button key={to} component={Link} to={to} size="small" aria-label={full}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', ml: -1 }}>
      {things.map(([kind, id, name]) =>
        id === undefined || (kind === shown.kind && id === shown.id)
          ? null
          : link(
              timelinePath(kind, id),
              t(`kind.${kind}`),
              t('timelineOf', { kind: t(`kind.${kind}`), name: subjectName(kind, name ?? '', i18n.language) }),
            ),
      )}
      {qr !== null &&
        site !== null &&
        link(`/sites/${site.id}/history?at=${position}`, t('trees'), t('treesOf', { site: site.name }))}
      {payoutId !== null && role === 'site_owner' && link('/payouts', t('payouts'), t('payouts'))}
    </Stack>
  );
}

function TimelineItem(props: {
  event: TimelineEvent;
  /** The subject of the timeline; it is not linked to itself. */
  shown: { kind: TimelineKind; id: string };
}) {
  const { t, i18n } = useTranslation(['support', 'common']);
  const { event, shown } = props;
  const { actor, amount, currency, qr, site, reason } = event;
  const known = ({ name, email }: SupportPerson) =>
    email === null ? personName(name, i18n.language) : `${isolated(name)} (${email})`;
  const role = t(`support:role.${actor.role}`, { defaultValue: t(`common:role.${actor.role}`) });
  return (
    <Box sx={{ py: 1.5 }}>
      <Stack
        direction="row"
        spacing={2}
        useFlexGap
        sx={{ justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap' }}
      >
        <Typography sx={{ fontWeight: 650 }}>
          {t(`event.${event.type}`, {
            customer: event.customer ? personName(event.customer.name, i18n.language) : t('role.visitor'),
            distributor: personName(event.distributor?.name ?? '', i18n.language),
          })}
        </Typography>
        {amount !== null && currency !== null && (
          <Typography variant="amount">{formatMoney(amount, currency, i18n.language)}</Typography>
        )}
      </Stack>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {actor.person === null ? t('by', { name: role }) : t('byAs', { name: known(actor.person), role })}
        </Typography>
        <Typography variant="quiet">
          <time dateTime={event.at}>{formatDateTime(event.at, i18n.language)}</time> · {joined([qr?.name, site?.name])}
        </Typography>
        {event.type.startsWith('Dispute') ? (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', fontStyle: reason === null ? 'italic' : 'normal' }}>
            {reason ?? t('dispute.erased')}
          </Typography>
        ) : (
          reason !== null && (
            <Typography variant="body2">
              {t('reason', { reason: event.type === 'PayoutFailed' ? t(`transferFailure.${reason}`) : reason })}
            </Typography>
          )
        )}
      </Box>
      <EventEntries event={event} />
      <EventLinks event={event} shown={shown} />
    </Box>
  );
}

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
