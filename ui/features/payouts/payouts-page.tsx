import { Box, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { BalancesPanel } from '../../components/balances-panel.tsx';
import { LedgerPanel } from '../../components/ledger/ledger-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StatementPanel } from '../../components/statement-panel.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';
import { GeneratePayout } from './generate-payout.tsx';
import { OwnStandings } from './own-standings.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { Summary } from './summary.tsx';
import { TopDistributors } from './top-distributors.tsx';

/** As tall as the history beside it. */
const BREAKDOWN_ROWS = 5;

export default function PayoutsPage() {
  const { t } = useTranslation('payouts');
  const { role } = useAuth();
  const isOwner = role === 'site_owner';
  const isDistributor = role === 'distributor';
  const stats = useApi(calls.payoutStats, {});
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={isOwner ? t('subtitleOwner') : t('subtitleDistributor')}
        actions={isOwner && <GeneratePayout />}
      />
      <Stack spacing={{ xs: 2, sm: 3 }}>
        <QueryView query={stats}>{(data) => <Summary stats={data} />}</QueryView>
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 2, sm: 3 },
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <LedgerPanel title={t('breakdown')} pageLength={BREAKDOWN_ROWS} />
          <PayoutHistory />
        </Box>
        {isOwner && <TopDistributors />}
        {isDistributor && <OwnStandings />}
        <BalancesPanel />
        {isDistributor && <StatementPanel />}
      </Stack>
    </>
  );
}
