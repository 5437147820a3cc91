import { Box, Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BalancesPanel } from '../kit/balances-panel.tsx';
import { Columns } from '../kit/columns.tsx';
import { LedgerPanel } from '../kit/ledger/ledger-panel.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panels } from '../kit/panels.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { StatementPanel } from '../kit/statement-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { GeneratePayout } from './generate-payout.tsx';
import { OwedBySite, OwedToMe } from './owed-panel.tsx';
import { BREAKDOWN_ID } from './owed-total.tsx';
import { OwnStandings } from './own-standings.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { Summary } from './summary.tsx';
import { TopDistributors } from './top-distributors.tsx';

/** Includes the texts of the panels: a panel that loads its own would hide the page meanwhile. */
const TEXTS = ['payouts', 'ledger', 'list', 'balances', 'distributors', 'write-off'] as const;
/** Matches the height of the history beside it. */
const BREAKDOWN_ROWS = 5;

export default function PayoutsPage() {
  const { t } = useTranslation(TEXTS);
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
              <Button component={Link} to="/approvals">
                {t('approvals')}
              </Button>
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
          <Box id={BREAKDOWN_ID} tabIndex={-1} sx={{ outline: 0, minWidth: 0, scrollMarginTop: 80 }}>
            <LedgerPanel title={t('breakdown')} rows={BREAKDOWN_ROWS} />
          </Box>
          <PayoutHistory />
        </Columns>
        {isOwner && <TopDistributors />}
        {isDistributor && <OwnStandings />}
        {isDistributor && <StatementPanel />}
        <BalancesPanel />
      </Panels>
    </>
  );
}
