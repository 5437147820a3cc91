import { Alert, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import { PayoutEntries } from './payout-entries.tsx';
import { TONES } from './payout-state.ts';

/** One payout, or written-off balance: what it pays, entry by entry, and what became of it. */
export default function PayoutPage() {
  const { t } = useTranslation(['payouts', 'ledger']);
  const { payoutId = '' } = useParams();
  const { role } = useAuth();
  const payout = useApi(calls.payout, { params: { payoutId } });
  return (
    <>
      {role === 'superadmin' || role === 'auditor' ? (
        <BackLink to="/audit" label={t('page.audit')} />
      ) : (
        <BackLink to="/payouts" label={t('title')} />
      )}
      <PageHeader title={t('page.title')} subtitle={<span style={{ overflowWrap: 'anywhere' }}>{payoutId}</span>} />
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
  const { t, i18n } = useTranslation('payouts');
  const { amount, sum, currency, status, distributor, siteName, entries } = payout;
  const money = (value: string) => formatMoney(value, currency, i18n.language);
  const isEqual = sum === amount;
  return (
    <Panel title={t('page.amount')} action={<StatusBadge tone={TONES[status]} label={t(`history.status.${status}`)} />}>
      <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {money(amount)}
      </Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {joined([distributor && personName(distributor.name, i18n.language), siteName])}
      </Typography>
      {distributor && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('page.payee', { id: distributor.id })}
        </Typography>
      )}
      <Alert severity={isEqual ? 'success' : 'error'} sx={{ mt: 2 }}>
        {sum === null
          ? t('page.missing')
          : t(isEqual ? 'page.equal' : 'page.differs', { count: entries, sum: money(sum), amount: money(amount) })}
      </Alert>
    </Panel>
  );
}

function History({ payout }: { payout: PayoutHistoryAnswer }) {
  const { t, i18n } = useTranslation(['payouts', 'common', 'support']);
  const { events, siteTimeZone } = payout;
  return (
    <Panel title={t('page.history')} subtitle={t('page.zone', { zone: siteTimeZone })}>
      <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map(({ type, at, position, actor, note }) => {
          const role = t([`common:role.${actor.role}`, `support:role.${actor.role}`]);
          const by = actor.person === null ? role : `${personName(actor.person.name, i18n.language)} (${role})`;
          return (
            <li key={position}>
              <Typography sx={{ fontWeight: 600 }}>{t(`page.event.${type}`, { defaultValue: type })}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {formatDateTime(at, i18n.language, siteTimeZone)} · {by} · {t('page.position', { position })}
              </Typography>
              {note !== null && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {isolated(note)}
                </Typography>
              )}
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}
