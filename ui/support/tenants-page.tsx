import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Card, ListItemButton, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { PLAN_IDS } from '@perktree/contracts/subscription/events';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { TenantAnswer } from '@perktree/contracts/support/tenant-calls';
import { Link } from 'react-router-dom';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { BackLink, EmptyState, PageHeader, StatusBadge } from '../kit/page.tsx';
import { joined, useLocale } from '../lib/use-locale.ts';
import { tenantPath } from './timeline-path.ts';

const NAMES = { filters: PLAN_IDS, sorts: ['newest', 'oldest'], pageLength: 50 } as const;

export default function TenantsPage() {
  const { t } = useLocale('support');
  const list = useServerList(calls.tenants, {}, NAMES);
  return (
    <>
      <BackLink to="/support" label={t('title')} />
      <PageHeader
        title={t('tenants.title')}
        subtitle={t('tenants.subtitle')}
        actions={<ListDownload title={t('tenants.title')} list={list} />}
      />
      <Card sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
        <ServerListView
          list={list}
          label={t('tenants.title')}
          search={t('tenants.search')}
          nameOf={planName}
          empty={<EmptyState icon={<StorefrontOutlined />} title={t('tenants.empty')} />}
          keyOf={idOf}
          height={80}
        >
          {tenantRow}
        </ServerListView>
      </Card>
    </>
  );
}

const planName = (plan: string) => PLANS[plan as TenantAnswer['plan']].name;
const idOf = ({ id }: TenantAnswer) => id;
const tenantRow = (tenant: TenantAnswer) => <TenantRow tenant={tenant} />;

function TenantRow({ tenant }: { tenant: TenantAnswer }) {
  const { t, format } = useLocale('support');
  const { id, owner, plan, sites, createdAt } = tenant;
  return (
    <ListItemButton component={Link} to={tenantPath(id)} sx={{ px: 1, gap: 1.5, borderRadius: 1 }}>
      <ListItemText
        primary={format.person(owner?.name ?? DELETED_USER)}
        secondary={joined([
          owner?.email,
          t('tenants.sites', { count: sites }),
          t('tenants.since', { when: format.dateTime(createdAt) }),
        ])}
        slotProps={{ primary: { sx: { fontWeight: 600 } } }}
      />
      <StatusBadge tone={plan === 'free' ? 'quiet' : 'good'} label={planName(plan)} />
    </ListItemButton>
  );
}
