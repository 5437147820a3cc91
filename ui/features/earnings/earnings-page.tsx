import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { LedgerList } from '../../components/ledger-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApiList } from '../../lib/use-api.ts';

/** The placeholder text of specification 2.1 as the subtitle; below it what was really earned (domain.md 13). */
export default function EarningsPage() {
  const { t } = useTranslation('earnings');
  // Only who is a distributor too can have earned something; others may not even ask.
  const canEarn = useAuth().allRoles.includes('distributor');
  const ledger = useApiList(calls.ledger, {}, { enabled: canEarn });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Panel title={t('list')}>
        {canEarn ? (
          <QueryView query={ledger}>{(entries) => <LedgerList entries={entries} />}</QueryView>
        ) : (
          <EmptyState icon={<HandshakeOutlined />} title={t('empty')} text={t('emptyText')} />
        )}
      </Panel>
    </>
  );
}
