import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { ListItemButton, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { PAYOUT_STATUSES, type PayoutAnswer } from '@perktree/contracts/payout/calls';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { Panel } from '../kit/panel.tsx';
import { formatDate, formatMoney } from '../lib/format.ts';
import type { AuditScope } from './audit-query.ts';

const NAMES = {
  ...{ prefix: 'payout-', filters: PAYOUT_STATUSES, sorts: ['newest', 'oldest', 'amount'] as const },
  pageLength: 20,
} as const;

/** All payouts of the site, with what the owner wrote as their reference: to compare with statements of the bank. */
export function PayoutsPanel({ scope: { siteId, siteName, timeZone } }: { scope: AuditScope }) {
  const { t } = useTranslation(['audit', 'payouts']);
  const list = useServerList(calls.sitePayouts, { siteId }, NAMES);
  const row = useCallback((payout: PayoutAnswer) => <PayoutRow payout={payout} zone={timeZone} />, [timeZone]);
  const title = t('month.payouts');
  return (
    <Panel
      title={title}
      subtitle={t('paid.subtitle', { zone: timeZone })}
      action={<ListDownload title={title} of={siteName} list={list} />}
    >
      <ServerListView
        list={list}
        label={title}
        search={t('payouts:history.search')}
        nameOf={(status) => t(`payouts:history.status.${status}`)}
        empty={<EmptyState icon={<PaymentsOutlined />} title={t('payouts:history.empty')} />}
        keyOf={idOf}
        height={72}
        rowsByScrolling={0}
      >
        {row}
      </ServerListView>
    </Panel>
  );
}

const idOf = ({ id }: PayoutAnswer) => id;

function PayoutRow({ payout, zone }: { payout: PayoutAnswer; zone: string }) {
  const { t, i18n } = useTranslation(['audit', 'payouts']);
  const { id, amount, currency, name, status, reference, createdAt } = payout;
  return (
    <ListItemButton component={Link} to={`/payouts/${id}`} sx={{ px: 0 }}>
      <ListItemText
        primary={joined([formatMoney(amount, currency, i18n.language), personName(name, i18n.language)])}
        secondary={joined([
          t(`payouts:history.status.${status}`),
          formatDate(createdAt, i18n.language, zone),
          reference === null ? t('paid.noReference') : isolated(reference),
        ])}
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItemButton>
  );
}
