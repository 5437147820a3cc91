import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { CsvDownload } from '../../components/list/csv-download.tsx';
import { ServerListView } from '../../components/list/server-list-view.tsx';
import { useServerList } from '../../components/list/use-server-list.ts';
import { VirtualList } from '../../components/list/virtual-list.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { withParameters } from '../../lib/with-parameters.ts';
import { PayoutMenu } from './payout-menu.tsx';
import { actionsOf, reasonOf } from './payout-state.ts';

/** Rows before 'View All Payouts'. */
const SHOWN_FIRST = 5;
const NAMES = {
  prefix: 'payout-',
  filters: ['processing', 'paid', 'failed', 'cancelled', 'returned', 'written_off'],
  sorts: ['newest', 'oldest', 'amount'],
  pageLength: 20,
} as const;
const TONES = {
  processing: 'warning',
  paid: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  returned: 'bad',
  written_off: 'quiet',
} as const;

export function PayoutHistory() {
  const { t } = useTranslation('payouts');
  const list = useServerList(calls.ownPayouts, {}, NAMES);
  const [query, setQuery] = useSearchParams();
  const all = query.get('payouts') === 'all';
  const showAll = () => setQuery((before) => withParameters(before, { payouts: 'all' }));
  return (
    <Panel
      title={t('history.title')}
      action={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap' }}>
          {!all && <Button onClick={showAll}>{t('history.all')}</Button>}
          <CsvDownload title={t('history.title')} list={list} />
        </Stack>
      }
    >
      {all ? (
        <ServerListView
          list={list}
          label={t('history.title')}
          search={t('history.search')}
          nameOf={(status) => t(`history.status.${status}`)}
          empty={<NoPayouts />}
          keyOf={keyOf}
          height={ROW_HEIGHT}
        >
          {payoutRow}
        </ServerListView>
      ) : (
        <LoadedView list={{ ...list.loaded, hasMore: false }}>
          {(rows) =>
            rows.length === 0 ? (
              <NoPayouts />
            ) : (
              <VirtualList
                list={{ ...list.loaded, items: rows.slice(0, SHOWN_FIRST), hasMore: false }}
                label={t('history.title')}
                keyOf={keyOf}
                height={ROW_HEIGHT}
              >
                {payoutRow}
              </VirtualList>
            )
          }
        </LoadedView>
      )}
    </Panel>
  );
}

function NoPayouts() {
  const { t } = useTranslation('payouts');
  return <EmptyState icon={<PaymentsOutlined />} title={t('history.empty')} text={t('history.emptyText')} />;
}

const ROW_HEIGHT = 96;
const keyOf = (payout: PayoutAnswer) => payout.id;
const payoutRow = (payout: PayoutAnswer) => <PayoutRow payout={payout} />;

function PayoutRow({ payout }: { payout: PayoutAnswer }) {
  const { t, i18n } = useTranslation('payouts');
  const isOwner = useAuth().role === 'site_owner';
  const why = reasonOf(payout, isOwner ? 'owner' : 'distributor');
  return (
    <Stack direction="row" sx={{ gap: 2, py: 1.25, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {personName(payout.name, i18n.language)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('history.entries', { count: payout.entries })} · {formatDate(payout.createdAt, i18n.language)}
        </Typography>
        {why !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t(why)}
          </Typography>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none' }}>
        <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(payout.amount, payout.currency, i18n.language)}
        </Typography>
        <StatusBadge tone={TONES[payout.status]} label={t(`history.status.${payout.status}`)} />
      </Stack>
      {isOwner && actionsOf(payout).length > 0 && <PayoutMenu payout={payout} />}
    </Stack>
  );
}
