import PrintOutlined from '@mui/icons-material/PrintOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import { Button } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { distributorRights } from '../kit/distributor-rights.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { NextStep } from '../kit/next-step.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { useOwnSiteConfigs } from '../kit/use-own-qrs.ts';
import { useAuth } from '../lib/auth.tsx';
import { OwnerView } from './owner-view.tsx';
import { QrTree, useManagedQrs } from './qr-tree.tsx';

function DistributorView() {
  const { t } = useTranslation('qr-management');
  const rows = useManagedQrs(null);
  const sites = useOwnSiteConfigs(rows.list.loaded.items ?? []);
  const rights = useMemo(() => ({ ...distributorRights(sites), manage: false }), [sites]);
  return (
    <Panel
      title={t('ownTree')}
      action={
        <Button component={Link} to="/qr-management/print" startIcon={<PrintOutlined />}>
          {t('print')}
        </Button>
      }
    >
      <QrTree
        rows={rows}
        rights={rights}
        empty={<EmptyState icon={<QrCode2 />} title={t('ownEmpty')} action={<NextStep step="scan" />} />}
      />
    </Panel>
  );
}

export default function QrManagementPage() {
  const { t } = useTranslation('qr-management');
  const isDistributor = useAuth().role === 'distributor';
  return (
    <>
      <PageHeader
        title={isDistributor ? t('titleDistributor') : t('title')}
        subtitle={isDistributor ? t('subtitleDistributor') : t('subtitle')}
      />
      {isDistributor ? <DistributorView /> : <OwnerView />}
    </>
  );
}
