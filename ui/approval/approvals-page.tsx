import ApprovalOutlined from '@mui/icons-material/ApprovalOutlined';
import { Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { BackLink } from '../kit/back-link.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Loading } from '../kit/loading.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panels } from '../kit/panels.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { withParameters } from '../lib/with-parameters.ts';
import { ClosedMonths } from './closed-months.tsx';
import { RulePanel } from './rule-panel.tsx';
import { WaitingPayouts } from './waiting-payouts.tsx';

/** What needs a second person on a site: the owner chooses it, an approver of the staff agrees to it. */
export default function ApprovalsPage() {
  const { t } = useTranslation(['approvals', 'list']);
  const [query, setQuery] = useSearchParams();
  const isOwner = useAuth().role === 'site_owner';
  const newest = useNewestSites();
  const named = useSiteOf(query.get('site') ?? '');
  const site = named.data?.[0] ?? (named.isLoading ? null : (newest.data?.[0] ?? null));
  const pick = (siteId: string) => setQuery((before) => withParameters(before, { site: siteId }));
  return (
    <>
      {isOwner && <BackLink to="/payouts" label={t('back')} />}
      <PageHeader title={t('title')} subtitle={t(isOwner ? 'subtitleOwner' : 'subtitleStaff')} />
      {(newest.data?.length ?? 0) > 1 && (
        <Stack sx={{ mb: 2.5, maxWidth: { sm: 320 } }}>
          <SitePicker label={t('site')} site={site} onPick={pick} />
        </Stack>
      )}
      {site === null ? newest.isLoading && <Loading /> : <OfSite key={site.id} site={site} isOwner={isOwner} />}
    </>
  );
}

function OfSite({ site, isOwner }: { site: SiteAnswer; isOwner: boolean }) {
  const { t } = useTranslation('approvals');
  const approvals = useApi(calls.approvals, { params: { siteId: site.id } }, { staleTime: 0 });
  if (approvals.error?.code === 'NOT_APPROVER') {
    return <EmptyState icon={<ApprovalOutlined />} title={t('notNamed.title')} text={t('notNamed.text')} />;
  }
  return (
    <QueryView query={approvals}>
      {(known) => (
        <Panels>
          <WaitingPayouts approvals={known} />
          <ClosedMonths approvals={known} />
          {isOwner && <RulePanel approvals={known} />}
        </Panels>
      )}
    </QueryView>
  );
}
