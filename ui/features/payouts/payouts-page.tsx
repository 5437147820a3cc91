import { Box, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { CsvButton } from '../../components/csv-button.tsx';
import { LedgerList } from '../../components/ledger-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApi, useApiList } from '../../lib/use-api.ts';
import { GeneratePayout } from './generate-payout.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { Summary } from './summary.tsx';
import { TopDistributors } from './top-distributors.tsx';
import { useLedgerColumns } from './use-csv-columns.ts';

export default function PayoutsPage() {
  const { t } = useTranslation('payouts');
  const isOwner = useAuth().role === 'site_owner';
  const stats = useApi(calls.payoutStats, {});
  const ledger = useApiList(calls.ledger, {});
  const columns = useLedgerColumns();
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
          <Panel
            title={t('breakdown')}
            action={<CsvButton what={t('breakdown')} name={[t('breakdown')]} columns={columns} rows={ledger.data} />}
          >
            <QueryView query={ledger}>{(entries) => <LedgerList entries={entries} />}</QueryView>
          </Panel>
          <PayoutHistory />
        </Box>
        {isOwner && <TopDistributors />}
      </Stack>
    </>
  );
}
