import { Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutEntryAnswer, PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListDownload } from '../kit/list/list-download.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { LoadedView } from '../kit/loaded-view.tsx';
import { Panel } from '../kit/panel.tsx';
import { formatDate, formatMoney, formatPercent } from '../lib/format.ts';

const ExplainDialog = lazy(() => import('../kit/ledger/explain-dialog.tsx'));

const NAMES = { prefix: 'entry-', filters: [], sorts: ['newest', 'oldest'], pageLength: 50 } as const;

export function PayoutEntries({ payout }: { payout: PayoutHistoryAnswer }) {
  const { t } = useTranslation('payouts');
  const list = useServerList(calls.payoutEntries, { payoutId: payout.id }, NAMES);
  const [explained, setExplained] = useState<PayoutEntryAnswer | null>(null);
  const entryRow = useCallback(
    (entry: PayoutEntryAnswer) => <EntryRow entry={entry} zone={payout.siteTimeZone} onExplain={setExplained} />,
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
      {explained && (
        <Suspense fallback={null}>
          <ExplainDialog
            entry={{ ...explained, commissionAmount: explained.amount }}
            onClose={() => setExplained(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function EntryRow(props: { entry: PayoutEntryAnswer; zone: string; onExplain: (entry: PayoutEntryAnswer) => void }) {
  const { t, i18n } = useTranslation(['payouts', 'ledger']);
  const { entry, zone } = props;
  const amount = formatMoney(entry.amount, entry.currency, i18n.language);
  return (
    <Stack direction="row" sx={{ gap: 2, py: 1.25, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {entry.id}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('ledger:percent', { percent: formatPercent(entry.commissionPercent, i18n.language) })} ·{' '}
          {formatDate(entry.createdAt, i18n.language, zone)} ({zone})
        </Typography>
        {entry.reversesEntryId !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t('page.reverses', { entry: entry.reversesEntryId })}
          </Typography>
        )}
        <Button
          size="small"
          aria-label={t('ledger:explainFor', { amount, qr: entry.qrId.slice(-6) })}
          onClick={() => props.onExplain(entry)}
          sx={{ ml: -1, px: 1 }}
        >
          {t('ledger:explain')}
        </Button>
      </Box>
      <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums', flex: 'none' }}>{amount}</Typography>
    </Stack>
  );
}
