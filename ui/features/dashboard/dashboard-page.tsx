import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { ActivityChart } from '../../components/chart/activity-chart.tsx';
import { CommissionChart } from '../../components/chart/commission-chart.tsx';
import { Columns } from '../../components/columns.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Panels } from '../../components/panels.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useNewestSites } from '../../components/use-site.ts';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';
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
