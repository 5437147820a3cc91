import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { Box, Button, List, ListItem, Stack, Typography } from '@mui/material';
import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatMoney, formatPercent } from '../../lib/format.ts';
import { EmptyState } from '../empty-state.tsx';
import { StatusBadge } from '../status-badge.tsx';

// Fetched on the tap that opens it.
const ExplainDialog = lazy(() => import('./explain-dialog.tsx'));

const TONES = {
  ...({ pending: 'warning', payable: 'good', in_payout: 'warning', paid: 'quiet', reversed: 'bad' } as const),
  ...({ awaiting_confirmation: 'warning', lapsed: 'quiet', written_off: 'quiet' } as const),
};

/** Commission by QR: the last six characters of its id, percent, amount and date of each entry (specification 2.10). */
export function LedgerList({ entries }: { entries: readonly LedgerEntryAnswer[] }) {
  const { t, i18n } = useTranslation('ledger');
  const [explained, setExplained] = useState<LedgerEntryAnswer | null>(null);
  if (entries.length === 0) {
    return <EmptyState icon={<ReceiptLong />} title={t('empty')} text={t('emptyText')} />;
  }
  return (
    <>
      <List disablePadding>
        {entries.map((entry, i) => (
          <ListItem key={entry.id} disableGutters divider={i < entries.length - 1} sx={{ gap: 2, py: 1.25 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>
                {t('qr')} <span style={{ fontFamily: 'monospace' }}>{entry.qrId.slice(-6)}</span>
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('percent', { percent: formatPercent(entry.commissionPercent, i18n.language) })} ·{' '}
                {formatDate(entry.createdAt, i18n.language)}
              </Typography>
              {entry.awaitingUntil !== null && entry.state !== 'reversed' && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t(`until.${entry.state === 'lapsed' ? 'lapsed' : 'awaiting'}`, {
                    when: formatDateTime(entry.awaitingUntil, i18n.language),
                  })}
                </Typography>
              )}
              <Button
                size="small"
                aria-label={t('explainFor', {
                  amount: formatMoney(entry.commissionAmount, entry.currency, i18n.language),
                  qr: entry.qrId.slice(-6),
                })}
                onClick={() => setExplained(entry)}
                sx={{ ml: -1, px: 1 }}
              >
                {t('explain')}
              </Button>
            </Box>
            <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none' }}>
              <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(entry.commissionAmount, entry.currency, i18n.language)}
              </Typography>
              <StatusBadge tone={TONES[entry.state]} label={t(`state.${entry.state}`)} />
            </Stack>
          </ListItem>
        ))}
      </List>
      {explained && (
        <Suspense fallback={null}>
          <ExplainDialog entry={explained} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </>
  );
}
