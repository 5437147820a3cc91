import { Box, ListItem, Stack, Typography } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { DistributorBalanceAnswer } from '@perktree/contracts/ledger/calls';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format.ts';
import { OwedBar } from './owed-bar.tsx';
import { missingToMinimum, owedParts } from './owed-parts.ts';

/** What one distributor is owed, and why it is not paid yet. */
export function OwedItem(props: {
  balance: DistributorBalanceAnswer;
  minimum: string;
  /** The debt as a fraction of the largest one in the list, 0 to 1. */
  share: number;
  divider: boolean;
}) {
  const { t, i18n } = useTranslation('payouts');
  const { balance, minimum } = props;
  const parts = owedParts(balance);
  const money = (amount: string) => formatMoney(amount, balance.currency, i18n.language);
  const missing = missingToMinimum(balance, minimum);
  const payable = Number(parts.payable);
  const reasons = [
    ...(Number(parts.inPayout) > 0 ? [t('owed.reason.inPayout', { amount: money(parts.inPayout) })] : []),
    ...(missing !== null ? [t('owed.reason.missing', { amount: money(parts.payable), missing: money(missing) })] : []),
    ...(payable > 0 && missing === null ? [t('owed.reason.payable', { amount: money(parts.payable) })] : []),
    ...(payable < 0 ? [t('owed.reason.reversed', { amount: money(parts.payable.slice(1)) })] : []),
    ...(Number(parts.onHold) > 0 ? [t('owed.reason.onHold', { amount: money(parts.onHold) })] : []),
  ];
  return (
    <ListItem disableGutters divider={props.divider} sx={{ display: 'block', py: 1.5 }}>
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
          {personName(balance.name, i18n.language)}
        </Typography>
        <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {money(balance.owed)}
        </Typography>
      </Stack>
      <Box sx={{ my: 0.75 }}>
        <OwedBar parts={parts} share={props.share} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {joined(reasons)}
      </Typography>
    </ListItem>
  );
}
