import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../kit/back-link.tsx';
import { EmptyCard } from '../../kit/empty-state.tsx';
import { NextStep } from '../../kit/next-step.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useSite } from '../../kit/use-site.ts';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';
import { HistoryView } from './history-view.tsx';
import { stopsOf } from './stops.ts';
import { TermsPanel } from './terms-panel.tsx';
import { useHistoryAddress } from './use-history-address.ts';

export default function SiteHistoryPage() {
  const { t } = useTranslation('site-history');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const { role } = useAuth();
  const [{ from, to }] = useHistoryAddress();
  const query = { ...(from !== null && { from }), ...(to !== null && { to }) };
  const marks = useApi(calls.siteMarks, { params: { siteId }, query });
  return (
    <>
      <BackLink to={role === 'site_owner' ? '/sites' : '/audit'} label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <QueryView query={marks}>
        {(data) =>
          data.marks.length === 0 ? (
            <EmptyCard
              icon={<HistoryOutlined />}
              title={t('empty')}
              text={t('emptyText')}
              {...(role === 'site_owner' && { action: <NextStep step="createQr" siteId={siteId} /> })}
            />
          ) : (
            <HistoryView siteId={siteId} stops={stopsOf(data.marks)} isSampled={data.events > data.marks.length} />
          )
        }
      </QueryView>
      <Box sx={{ mt: 2.5 }}>
        <TermsPanel siteId={siteId} site={site} />
      </Box>
    </>
  );
}
