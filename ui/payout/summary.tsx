import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import PaidOutlined from '@mui/icons-material/PaidOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { Box } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { PayoutStatsAnswer } from '@perktree/contracts/ledger/calls';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatCard } from '../kit/stat-card.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatMoney } from '../lib/format.ts';

type OneCurrency = PayoutStatsAnswer['byCurrency'][number];

export function Summary({ stats }: { stats: PayoutStatsAnswer }) {
  const { t, i18n } = useTranslation('payouts');
  const ofDistributors = useAuth().role === 'site_owner' ? [t('card.ofDistributors')] : [];
  const others = stats.byCurrency.filter(({ currency }) => currency !== stats.currency);
  const card = (label: string, icon: ReactNode, amount: (of: OneCurrency) => string, more: readonly string[] = []) => {
    const money = (of: OneCurrency) => formatMoney(amount(of), of.currency, i18n.language);
    const detail = joined([...others.map(money), ...more]);
    return <StatCard label={t(label)} icon={icon} value={money(stats)} detail={detail} />;
  };
  // What was earned is not only paid or pending then.
  const writtenOff = stats.byCurrency
    .filter((of) => Number(of.writtenOff) !== 0)
    .map((of) => t('card.writtenOff', { amount: formatMoney(of.writtenOff, of.currency, i18n.language) }));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {card('card.earned', <AccountBalanceWalletOutlined />, (of) => of.totalEarned, [
        ...ofDistributors,
        ...writtenOff,
      ])}
      {card('card.paid', <PaidOutlined />, (of) => of.totalPaid)}
      {card('card.pending', <ScheduleOutlined />, (of) => of.pending)}
      {card('card.month', <CalendarMonthOutlined />, (of) => of.thisMonth, [
        t('card.monthIn', { zone: stats.timeZone }),
      ])}
    </Box>
  );
}
