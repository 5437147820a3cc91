import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AddCard from '@mui/icons-material/AddCard';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import PaidOutlined from '@mui/icons-material/PaidOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { Box } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutStatsAnswer } from '@perktree/contracts/ledger/calls';
import type { ReactNode } from 'react';
import { DialogButton } from '../kit/confirm-button.tsx';
import { StatCard, StatCards } from '../kit/figures.tsx';
import { Loading } from '../kit/loading.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { Columns, LinkButton, PageHeader, Panels, QueryView } from '../kit/page.tsx';
import { BalancesPanel } from '../ledger/shared/balances-panel.tsx';
import { LedgerPanel } from '../ledger/shared/ledger-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { StatementPanel } from '../statement/shared/statement-panel.tsx';
import { OwedBySite, OwedToMe } from './owed-panel.tsx';
import { BREAKDOWN_ID } from './owed-parts.tsx';
import { PayoutHistoryPanel } from './payout-history.tsx';

const GenerateDialog = onDemand(() => import('./generate-payout.tsx'));
const topDistributors = () => import('./top-distributors.tsx');
const TopDistributors = onDemand(async () => ({ default: (await topDistributors()).TopDistributors }), <Loading />);
const OwnStandings = onDemand(async () => ({ default: (await topDistributors()).OwnStandings }), <Loading />);

function GeneratePayout() {
  const { t } = useLocale('payouts');
  return (
    <DialogButton variant="contained" startIcon={<AddCard />} dialog={(close) => <GenerateDialog onClose={close} />}>
      {t('generate.open')}
    </DialogButton>
  );
}

type OneCurrency = PayoutStatsAnswer['byCurrency'][number];

function Summary({ stats }: { stats: PayoutStatsAnswer }) {
  const { t, format } = useLocale('payouts');
  const ofDistributors = useAuth().role === 'site_owner' ? [t('card.ofDistributors')] : [];
  const others = stats.byCurrency.filter(({ currency }) => currency !== stats.currency);
  const card = (label: string, icon: ReactNode, amount: (of: OneCurrency) => string, more: readonly string[] = []) => {
    const money = (of: OneCurrency) => format.money(amount(of), of.currency);
    const detail = joined([...others.map(money), ...more]);
    return <StatCard label={t(label)} icon={icon} value={money(stats)} detail={detail} />;
  };
  // What was earned is not only paid or pending then.
  const writtenOff = stats.byCurrency
    .filter((of) => Number(of.writtenOff) !== 0)
    .map((of) => t('card.writtenOff', { amount: format.money(of.writtenOff, of.currency) }));
  return (
    <StatCards>
      {card('card.earned', <AccountBalanceWalletOutlined />, (of) => of.totalEarned, [
        ...ofDistributors,
        ...writtenOff,
      ])}
      {card('card.paid', <PaidOutlined />, (of) => of.totalPaid)}
      {card('card.pending', <ScheduleOutlined />, (of) => of.pending)}
      {card('card.month', <CalendarMonthOutlined />, (of) => of.thisMonth, [
        t('card.monthIn', { zone: stats.timeZone }),
      ])}
    </StatCards>
  );
}

/** Includes the texts of the panels: a panel that loads its own would hide the page meanwhile. */
const TEXTS = ['payouts', 'ledger', 'list', 'balances', 'distributors', 'write-off'] as const;
/** Matches the height of the history beside it. */
const BREAKDOWN_ROWS = 5;

export default function PayoutsPage() {
  const { t } = useLocale(TEXTS);
  const { role } = useAuth();
  const isOwner = role === 'site_owner';
  const isDistributor = role === 'distributor';
  const stats = useApi(calls.payoutStats, {});
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={isOwner ? t('subtitleOwner') : t('subtitleDistributor')}
        actions={
          isOwner && (
            <>
              <LinkButton to="/approvals" variant="text">
                {t('approvals')}
              </LinkButton>
              <GeneratePayout />
            </>
          )
        }
      />
      <Panels>
        <QueryView query={stats}>{(data) => <Summary stats={data} />}</QueryView>
        {isOwner && <OwedBySite />}
        {isDistributor && <OwedToMe />}
        <Columns>
          <Box id={BREAKDOWN_ID} tabIndex={-1} sx={{ outline: 0, minWidth: 0 }}>
            <LedgerPanel title={t('breakdown')} rows={BREAKDOWN_ROWS} />
          </Box>
          <PayoutHistoryPanel />
        </Columns>
        {isOwner && <TopDistributors />}
        {isDistributor && <OwnStandings />}
        {isDistributor && <StatementPanel />}
        <BalancesPanel />
      </Panels>
    </>
  );
}
