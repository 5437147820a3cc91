import PrintOutlined from '@mui/icons-material/PrintOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { distributorRights } from '../../components/distributor-rights.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useOwnQrs, useOwnSiteConfigs } from '../../components/use-own-qrs.ts';
import { QrTree } from './qr-tree.tsx';

/** The QRs that a distributor has claimed, with what lies below them: no site to pick, nothing to create. */
export function DistributorView() {
  const { t } = useTranslation('qr-management');
  const qrs = useOwnQrs(true);
  const sites = useOwnSiteConfigs(qrs.data ?? []);
  return (
    <Panel
      title={t('ownTree')}
      action={
        <Button component={Link} to="/qr-management/print" startIcon={<PrintOutlined />}>
          {t('print')}
        </Button>
      }
    >
      <QueryView query={qrs}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<QrCode2 />} title={t('ownEmpty')} />
          ) : (
            <QrTree qrs={list} rights={{ ...distributorRights(sites), manage: false }} />
          )
        }
      </QueryView>
    </Panel>
  );
}
