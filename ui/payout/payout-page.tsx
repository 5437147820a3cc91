import { Alert, Box, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutEntryAnswer, PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { LoadedView } from '../kit/list/list-footer.tsx';
import { ListDownload, useServerList } from '../kit/list/server-list.tsx';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { BackLink, PageHeader, Panel, Panels, QueryView, StatusBadge } from '../kit/page.tsx';
import { ExplainButton } from '../ledger/shared/ledger-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { TONES } from './payout-state.ts';

const NAMES = { prefix: 'entry-', filters: [], sorts: ['newest', 'oldest'], pageLength: 50 } as const;

function PayoutEntries({ payout }: { payout: PayoutHistoryAnswer }) {
  const { t } = useLocale('payouts');
  const list = useServerList(calls.payoutEntries, { payoutId: payout.id }, NAMES);
  const entryRow = useCallback(
    (entry: PayoutEntryAnswer) => <EntryRow entry={entry} zone={payout.siteTimeZone} />,
    [payout.siteTimeZone],
  );
  const title = t('page.entries');
  return (
    <Panel title={title} action={<ListDownload title={title} of={payout.id} list={list} />}>
      <LoadedView list={{ ...list.loaded, hasMore: false }}>
        {() => (
          <VirtualList list={list.loaded} label={title} keyOf={({ id }) => id} height={96}>
            {entryRow}
          </VirtualList>
        )}
      </LoadedView>
    </Panel>
  );
}

function EntryRow({ entry, zone }: { entry: PayoutEntryAnswer; zone: string }) {
  const { t, format } = useLocale(['payouts', 'ledger']);
  const amount = format.money(entry.amount, entry.currency);
  return (
    <Stack direction="row" sx={{ gap: 2, py: 1.25, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontFamily: 'monospace' }}>
          {entry.id}
        </Typography>
        <Typography variant="quiet">
          {t('ledger:percent', { percent: format.percent(entry.commissionPercent) })} ·{' '}
          {format.date(entry.createdAt, zone)} ({zone})
        </Typography>
        {entry.reversesEntryId !== null && (
          <Typography variant="quiet">{t('page.reverses', { entry: entry.reversesEntryId })}</Typography>
        )}
        <ExplainButton
          entry={{ ...entry, commissionAmount: entry.amount }}
          label={t('ledger:explainFor', { amount, qr: entry.qrId.slice(-6) })}
        >
          {t('ledger:explain')}
        </ExplainButton>
      </Box>
      <Typography variant="amount" sx={{ flex: 'none' }}>
        {amount}
      </Typography>
    </Stack>
  );
}

/** One payout, or written-off balance: what it pays, entry by entry, and what became of it. */
export default function PayoutPage() {
  const { t } = useLocale(['payouts', 'ledger']);
  const { payoutId = '' } = useParams();
  const { role } = useAuth();
  const payout = useApi(calls.payout, { params: { payoutId } }, { staleTime: 0 });
  return (
    <>
      {role === 'superadmin' || role === 'auditor' ? (
        <BackLink to="/audit" label={t('page.audit')} />
      ) : (
        <BackLink to="/payouts" label={t('title')} />
      )}
      <PageHeader title={t('page.title')} subtitle={payoutId} />
      <QueryView query={payout}>
        {(known) => (
          <Panels>
            <Facts payout={known} />
            <PayoutEntries payout={known} />
            <History payout={known} />
          </Panels>
        )}
      </QueryView>
    </>
  );
}

function Facts({ payout }: { payout: PayoutHistoryAnswer }) {
  const { t, format } = useLocale('payouts');
  const { amount, sum, currency, status, distributor, siteName, entries } = payout;
  const money = (value: string) => format.money(value, currency);
  const isEqual = sum === amount;
  return (
    <Panel title={t('page.amount')} action={<StatusBadge tone={TONES[status]} label={t(`history.status.${status}`)} />}>
      <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {money(amount)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {joined([distributor && format.person(distributor.name), siteName])}
      </Typography>
      {distributor && <Typography variant="quiet">{t('page.payee', { id: distributor.id })}</Typography>}
      <Alert severity={isEqual ? 'success' : 'error'} sx={{ mt: 2 }}>
        {sum === null
          ? t('page.missing')
          : t(isEqual ? 'page.equal' : 'page.differs', { count: entries, sum: money(sum), amount: money(amount) })}
      </Alert>
    </Panel>
  );
}

function History({ payout }: { payout: PayoutHistoryAnswer }) {
  const { t, format } = useLocale(['payouts', 'common', 'support', 'payout-reasons']);
  const { events, siteTimeZone } = payout;
  return (
    <Panel title={t('page.history')} subtitle={t('page.zone', { zone: siteTimeZone })}>
      <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map(({ type, at, position, actor, note, reasonCode }) => {
          const role = t([`common:role.${actor.role}`, `support:role.${actor.role}`]);
          const why = joined([reasonCode && t(`payout-reasons:${reasonCode}`), note]);
          const by = actor.person === null ? role : `${format.person(actor.person.name)} (${role})`;
          return (
            <li key={position}>
              <Typography sx={{ fontWeight: 600 }}>{t(`page.event.${type}`, { defaultValue: type })}</Typography>
              <Typography variant="quiet">
                {format.dateTime(at, siteTimeZone)} · {by} · {t('page.position', { position })}
              </Typography>
              {why !== '' && <Typography variant="body2">{why}</Typography>}
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}
