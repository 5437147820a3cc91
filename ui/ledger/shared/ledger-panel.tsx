import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { Box, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import { DialogButton } from '../../kit/confirm-button.tsx';
import { ListPanel, useServerList } from '../../kit/list/server-list.tsx';
import { onDemand } from '../../kit/on-demand.tsx';
import { EmptyState, LinkButton, NextStep, StatusBadge } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useLocale } from '../../lib/use-locale.ts';

const TONES = {
  ...({ pending: 'warning', payable: 'good', in_payout: 'warning', paid: 'quiet', reversed: 'bad' } as const),
  ...({ awaiting_confirmation: 'warning', lapsed: 'quiet', written_off: 'quiet' } as const),
};

const ExplainDialog = onDemand(() => import('./explain-dialog.tsx'));

/** Opens how the amount of a ledger entry came about. @param props.label for screen readers, with the entry */
export function ExplainButton(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  label: string;
  children: string;
}) {
  return (
    <DialogButton
      size="small"
      aria-label={props.label}
      sx={{ ml: -1, px: 1 }}
      dialog={(close) => <ExplainDialog entry={props.entry} onClose={close} />}
    >
      {props.children}
    </DialogButton>
  );
}

function LedgerEntry({ entry }: { entry: LedgerEntryAnswer }) {
  const { t, format } = useLocale('ledger');
  const amount = format.money(entry.commissionAmount, entry.currency);
  // It was reversed while it awaited confirmation, so no counter-entry takes it back.
  const wasNeverEarned = entry.state === 'reversed' && entry.earnedAmount !== entry.commissionAmount;
  return (
    // A long state goes below the text, which would be as narrow as a word beside it.
    <Stack direction="row" sx={{ columnGap: 2, rowGap: 1, py: 1.25, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {t('qr')} <span style={{ fontFamily: 'monospace' }}>{entry.qrId.slice(-6)}</span>
        </Typography>
        <Typography variant="quiet">
          {t('percent', { percent: format.percent(entry.commissionPercent) })} ·{' '}
          {format.date(entry.createdAt, entry.siteTimeZone)} ({entry.siteTimeZone})
        </Typography>
        {entry.awaitingUntil !== null && entry.state !== 'reversed' && (
          <Typography variant="quiet">
            {t(`until.${entry.state === 'lapsed' ? 'lapsed' : 'awaiting'}`, {
              when: format.dateTime(entry.awaitingUntil, entry.siteTimeZone),
            })}
          </Typography>
        )}
        <ExplainButton entry={entry} label={t('explainFor', { amount, qr: entry.qrId.slice(-6) })}>
          {t('explain')}
        </ExplainButton>
        {entry.payoutId !== null && (
          <LinkButton to={`/payouts/${entry.payoutId}`} variant="text" size="small" sx={{ px: 1 }}>
            {t(entry.state === 'written_off' ? 'writeOff' : 'payout')}
          </LinkButton>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none', ml: 'auto' }}>
        <Typography variant="amount">
          {wasNeverEarned ? format.money(entry.earnedAmount, entry.currency) : amount}
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
  const { t } = useLocale('ledger');
  const { role } = useAuth();
  const list = useServerList(calls.ledger, {}, { ...NAMES, pageLength: rows ?? 50 });
  return (
    <ListPanel
      title={title}
      list={list}
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
    </ListPanel>
  );
}
