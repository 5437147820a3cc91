import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import { useTranslation } from 'react-i18next';
import { EmptyState, NextStep, PageHeader, Panel, Panels } from '../kit/page.tsx';
import { useAuth } from '../lib/auth.tsx';
import { StatementPanel } from '../statement/shared/statement-panel.tsx';
import { LedgerPanel } from './shared/ledger-panel.tsx';

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
