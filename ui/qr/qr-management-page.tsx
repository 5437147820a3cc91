import { useTranslation } from 'react-i18next';
import { PageHeader } from '../kit/page-header.tsx';
import { useAuth } from '../lib/auth.tsx';
import { DistributorView } from './distributor-view.tsx';
import { OwnerView } from './owner-view.tsx';

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
