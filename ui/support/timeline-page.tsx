import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SupportPerson, TimelineEvent, TimelineKind } from '@perktree/contracts/support/calls';
import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { DialogButton } from '../kit/confirm-button.tsx';
import { NotLoaded } from '../kit/list/list-footer.tsx';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { BackLink, EmptyState, LinkButton, PageHeader, Panel } from '../kit/page.tsx';
import { ExplainButton } from '../ledger/shared/ledger-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi, useApiPages } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { RefusedAttemptsOfPerson } from '../redemption/shared/refused-attempts.tsx';
import { DisputePanel } from './dispute-panel.tsx';
import { subjectName, timelineKindOf, timelinePath } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

function EventEntries({ event: { entries, currency } }: { event: TimelineEvent }) {
  const { t, format } = useLocale('support');
  if (entries.length === 0 || currency === null) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ id, qrId, amount: commissionAmount, owner }) => {
        const name = format.person(owner.name);
        const amount = format.money(commissionAmount, currency);
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
  const { t, language } = useLocale('support');
  const { role } = useAuth();
  const { redemptionId, customer, qr, distributor, payoutId, site, position } = event;
  const things: readonly (readonly [TimelineKind, string | undefined, string | undefined])[] = [
    ['redemption', redemptionId ?? undefined, qr?.name],
    ['customer', customer?.id, customer?.name],
    ['qr', qr?.id, qr?.name],
    ['distributor', distributor?.id, distributor?.name],
  ];
  const link = (to: string, label: string, full: string) => (
    <LinkButton key={to} to={to} variant="text" size="small" aria-label={full}>
      {label}
    </LinkButton>
  );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', ml: -1 }}>
      {things.map(([kind, id, name]) =>
        id === undefined || (kind === shown.kind && id === shown.id)
          ? null
          : link(
              timelinePath(kind, id),
              t(`kind.${kind}`),
              t('timelineOf', { kind: t(`kind.${kind}`), name: subjectName(kind, name ?? '', language) }),
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
  const { t, format } = useLocale(['support', 'common', 'payout-reasons']);
  const { event, shown } = props;
  const { actor, amount, currency, qr, site, reason, reasonCode } = event;
  const isReference = event.type === 'PayoutPaid' || event.type === 'PayoutReferenceCorrected';
  const why = joined([reasonCode && t(`payout-reasons:${reasonCode}`), !isReference && reason]);
  const known = ({ name, email }: SupportPerson) =>
    email === null ? format.person(name) : `${isolated(name)} (${email})`;
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
            customer: event.customer ? format.person(event.customer.name) : t('role.visitor'),
            distributor: format.person(event.distributor?.name ?? ''),
          })}
        </Typography>
        {amount !== null && currency !== null && (
          <Typography variant="amount">{format.money(amount, currency)}</Typography>
        )}
      </Stack>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {actor.person === null ? t('by', { name: role }) : t('byAs', { name: known(actor.person), role })}
        </Typography>
        <Typography variant="quiet">
          <time dateTime={event.at}>{format.dateTime(event.at, event.siteTimeZone)}</time> ({event.siteTimeZone}) ·{' '}
          {joined([qr?.name, site?.name])}
        </Typography>
        {event.type.startsWith('Dispute') ? (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', fontStyle: reason === null ? 'italic' : 'normal' }}>
            {reason ?? t('dispute.erased')}
          </Typography>
        ) : (
          <>
            {why !== '' && <Typography variant="body2">{t('reason', { reason: why })}</Typography>}
            {isReference && reason !== null && (
              <Typography variant="body2">{t('reference', { reference: reason })}</Typography>
            )}
          </>
        )}
      </Box>
      <EventEntries event={event} />
      <EventLinks event={event} shown={shown} />
    </Box>
  );
}

const DataRequestDialog = onDemand(() => import('./data-request-dialog.tsx'));

const PAGE_LENGTH = '50';

export default function TimelinePage() {
  const { t } = useLocale('support');
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
  const { t, language } = useLocale('support');
  const { role } = useAuth();
  const subject = useApi(calls.supportSubject, { params: { kind, id } }, { staleTime: 0 });
  const list = useApiPages(calls.supportTimeline, { params: { kind, id }, query: { limit: PAGE_LENGTH } });
  const timelineItem = useCallback(
    (event: TimelineEvent) => <TimelineItem event={event} shown={{ kind, id }} />,
    [kind, id],
  );
  const { title = '', email = null, site = null } = subject.data ?? {};
  const isPerson = kind === 'customer' || kind === 'distributor';
  return (
    <>
      <PageHeader
        title={
          subject.data ? `${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, language))}` : t(`kind.${kind}`)
        }
        subtitle={joined([email, site?.name]) || undefined}
        actions={
          isPerson &&
          subject.data &&
          role !== 'auditor' && (
            <DialogButton
              variant="outlined"
              dialog={(close) => <DataRequestDialog person={{ id, name: title }} onClose={close} />}
            >
              {t('data.new')}
            </DialogButton>
          )
        }
      />
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
