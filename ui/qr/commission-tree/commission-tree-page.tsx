import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyCard, PageHeader } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { formatMoney } from '../../lib/format.ts';
import { EXAMPLE_SALE } from '../shared/tree/tree-branch.tsx';
import { CommissionTable, useTreeRows } from './commission-tree.tsx';

export default function CommissionTreePage() {
  const { t, i18n } = useTranslation('commission-tree');
  const [query] = useSearchParams();
  const asDistributor = useAuth().role === 'distributor';
  const site = query.get('site') ?? '';
  const siteId = asDistributor ? null : site;
  const tree = useTreeRows(siteId, query.get('qr') ?? '');
  const top = tree.rows?.[0];
  const back = siteId ? `/qr-management?site=${encodeURIComponent(siteId)}` : '/qr-management';
  return (
    <>
      <PageHeader
        title={top ? t('titleOf', { name: top.name }) : t('title')}
        subtitle={t('subtitle', { amount: formatMoney(EXAMPLE_SALE, top?.currency ?? 'EUR', i18n.language) })}
        actions={
          <Button component={Link} to={back} variant="outlined">
            {t('back')}
          </Button>
        }
      />
      {tree.isUnknown ? (
        <EmptyCard icon={<AccountTreeOutlined />} title={t('unknown')} text={t('unknownText')} />
      ) : (
        <CommissionTable tree={tree} siteId={siteId} />
      )}
    </>
  );
}
