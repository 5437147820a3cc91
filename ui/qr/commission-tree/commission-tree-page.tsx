import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { useSearchParams } from 'react-router-dom';
import { EmptyCard, LinkButton, PageHeader } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useLocale } from '../../lib/use-locale.ts';
import { EXAMPLE_SALE } from '../shared/tree/tree-branch.tsx';
import { CommissionTable, useTreeRows } from './commission-tree.tsx';

export default function CommissionTreePage() {
  const { t, format } = useLocale('commission-tree');
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
        subtitle={t('subtitle', { amount: format.money(EXAMPLE_SALE, top?.currency ?? 'EUR') })}
        actions={<LinkButton to={back}>{t('back')}</LinkButton>}
      />
      {tree.isUnknown ? (
        <EmptyCard icon={<AccountTreeOutlined />} title={t('unknown')} text={t('unknownText')} />
      ) : (
        <CommissionTable tree={tree} siteId={siteId} />
      )}
    </>
  );
}
