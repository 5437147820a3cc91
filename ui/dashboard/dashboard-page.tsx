import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { ActivityChart } from '../kit/chart/activity-chart.tsx';
import { CommissionChart } from '../kit/chart/commission-chart.tsx';
import { Columns } from '../kit/columns.tsx';
import { Loading } from '../kit/loading.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { useNewestSites } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { Activity } from './activity.tsx';
import { GettingStarted } from './getting-started.tsx';
import { QuickActions } from './quick-actions.tsx';
import { Totals } from './totals.tsx';

export default function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'chart']);
  const { user, role } = useAuth();
  const dashboard = useApi(calls.dashboard, { query: { days: '30' } });
  const isOwner = role === 'site_owner';
  const sites = useNewestSites({ enabled: isOwner });
  return (
    <>
      <PageHeader title={t('greeting', { name: user?.firstName || user?.email })} subtitle={t('subtitle')} />
      <Panels>
        {sites.isLoading && <Loading />}
        {isOwner && sites.data?.length === 0 && <GettingStarted />}
        <QueryView query={dashboard}>{(data) => <Totals data={data} />}</QueryView>
        {dashboard.data && (
          <Panel title={t('chart:title')}>
            <ActivityChart data={dashboard.data} />
          </Panel>
        )}
        {dashboard.data && role !== 'staff' && Number(dashboard.data.commissionEarned) !== 0 && (
          <Panel title={t('chart:commissionTitle')}>
            <CommissionChart data={dashboard.data} />
          </Panel>
        )}
        <Columns widths="minmax(0, 2fr) minmax(0, 1fr)">
          <Activity />
          {role && <QuickActions role={role} />}
        </Columns>
      </Panels>
    </>
  );
}
