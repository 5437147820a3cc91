import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { useSite } from '../kit/use-site.ts';
import { useApi } from '../lib/use-api.ts';
import { BrandForm } from './brand-form.tsx';
import { UploadedPictures } from './uploaded-pictures.tsx';

export default function BrandPage() {
  const { t } = useTranslation('brand');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const saved = useApi(calls.siteBrand, { params: { siteId } });
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <QueryView query={saved}>
        {(brand) => (
          <>
            <BrandForm siteId={siteId} siteName={site?.name ?? ''} saved={brand} />
            <UploadedPictures logo={brand.logo} />
          </>
        )}
      </QueryView>
    </>
  );
}
