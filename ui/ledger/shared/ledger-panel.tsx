import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ListDownload, ServerListView, useServerList } from '../../kit/list/server-list.tsx';
import { EmptyState, NextStep, Panel, StatusBadge } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { formatDate, formatDateTime, formatMoney, formatPercent } from '../../lib/format.ts';

const TONES = {
  ...({ pending: 'warning', payable: 'good', in_payout: 'warning', paid: 'quiet', reversed: 'bad' } as const),
  ...({ awaiting_confirmation: 'warning', lapsed: 'quiet', written_off: 'quiet' } as const),
};

const ExplainDialog = lazy(() => import('./explain-dialog.tsx'));

/** Opens how the amount of a ledger entry came about. @param props.label for screen readers, with the entry */
export function ExplainButton(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  label: string;
  children: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={props.label} onClick={() => setIsOpen(true)} sx={{ ml: -1, px: 1 }}>
        {props.children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExplainDialog entry={props.entry} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function LedgerEntry({ entry }: { entry: LedgerEntryAnswer }) {
  const { t, i18n } = useTranslation('ledger');
  const amount = formatMoney(entry.commissionAmount, entry.currency, i18n.language);
  // It was reversed while it awaited confirmation, so no counter-entry takes it back.
  const wasNeverEarned = entry.state === 'reversed' && entry.earnedAmount !== entry.commissionAmount;
  return (
    <Stack direction="row" sx={{ gap: 2, py: 1.25, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t('qr')} <span style={{ fontFamily: 'monospace' }}>{entry.qrId.slice(-6)}</span>
        </Typography>
        <Typography variant="quiet">
          {t('percent', { percent: formatPercent(entry.commissionPercent, i18n.language) })} ·{' '}
          {formatDate(entry.createdAt, i18n.language, entry.siteTimeZone)} ({entry.siteTimeZone})
        </Typography>
        {entry.awaitingUntil !== null && entry.state !== 'reversed' && (
          <Typography variant="quiet">
            {t(`until.${entry.state === 'lapsed' ? 'lapsed' : 'awaiting'}`, {
              when: formatDateTime(entry.awaitingUntil, i18n.language),
            })}
          </Typography>
        )}
        <ExplainButton entry={entry} label={t('explainFor', { amount, qr: entry.qrId.slice(-6) })}>
          {t('explain')}
        </ExplainButton>
        {entry.payoutId !== null && (
          <Button component={Link} to={`/payouts/${entry.payoutId}`} size="small" sx={{ px: 1 }}>
            {t(entry.state === 'written_off' ? 'writeOff' : 'payout')}
          </Button>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none' }}>
        <Typography variant="amount">
          {wasNeverEarned ? formatMoney(entry.earnedAmount, entry.currency, i18n.language) : amount}
        </Typography>
        {wasNeverEarned && <Typography variant="quiet">{t('expected', { amount })}</Typography>}
        <StatusBadge tone={TONES[entry.state]} label={t(`state.${entry.state}`)} />
      </Stack>
    </Stack>
  );
}

const keyOf = ({ id }: LedgerEntryAnswer) => id;
const entryRow = (entry: LedgerEntryAnswer) => <LedgerEntry entry={entry} />;

const NAMES = {
  prefix: 'ledger-',
  filters: ['pending', 'payable', 'in_payout', 'paid', 'reversed', 'written_off', 'awaiting_confirmation', 'lapsed'],
  sorts: ['newest', 'oldest', 'amount'],
} as const;

/** @param props.rows fixed number of initial rows, for a list beside other panels. Default: more load by scrolling */
export function LedgerPanel({ title, rows }: { title: string; rows?: number }) {
  const { t } = useTranslation('ledger');
  const { role } = useAuth();
  const list = useServerList(calls.ledger, {}, { ...NAMES, pageLength: rows ?? 50 });
  return (
    <Panel title={title} action={<ListDownload title={title} list={list} />}>
      <ServerListView
        list={list}
        label={title}
        search={t('search')}
        nameOf={(state) => t(`state.${state}`)}
        empty={
          <EmptyState
            icon={<ReceiptLong />}
            title={t('empty')}
            text={t('emptyText')}
            action={<NextStep step={role === 'site_owner' ? 'createQr' : 'scan'} />}
          />
        }
        keyOf={keyOf}
        height={110}
        {...(rows === undefined ? {} : { rowsByScrolling: 0 })}
      >
        {entryRow}
      </ServerListView>
    </Panel>
  );
}
