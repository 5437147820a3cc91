import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { LedgerPanel } from '../../components/ledger/ledger-panel.tsx';
import { NextStep } from '../../components/next-step.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Panels } from '../../components/panels.tsx';
import { StatementPanel } from '../../components/statement-panel.tsx';
import { useAuth } from '../../lib/auth.tsx';

export default function EarningsPage() {
  const { t } = useTranslation('earnings');
  // The ledger call refuses other roles.
  const canEarn = useAuth().allRoles.includes('distributor');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {canEarn ? (
        <Panels>
          <LedgerPanel title={t('list')} />
          <StatementPanel />
        </Panels>
      ) : (
        <Panel title={t('list')}>
          <EmptyState
            icon={<HandshakeOutlined />}
            title={t('empty')}
            text={t('emptyText')}
            action={<NextStep step="scan" />}
          />
        </Panel>
      )}
    </>
  );
}
