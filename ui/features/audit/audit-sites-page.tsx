import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Button, Card, ListItemText, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { SITE_ORDERS, SITE_STATES, type SiteAnswer } from '@perktree/contracts/http/sites';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { ServerListView } from '../../components/list/server-list-view.tsx';
import { useServerList } from '../../components/list/use-server-list.ts';
import { PageHeader } from '../../components/page-header.tsx';

const NAMES = { filters: SITE_STATES, sorts: SITE_ORDERS, pageLength: 50 } as const;

export default function AuditSitesPage() {
  const { t } = useTranslation('audit');
  const list = useServerList(calls.listSites, {}, NAMES);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('sites.subtitle')} />
      <Card sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
        <ServerListView
          list={list}
          label={t('sites.list')}
          search={t('sites.search')}
          nameOf={(state) => t(`sites.state.${state}`)}
          empty={<EmptyState icon={<StorefrontOutlined />} title={t('sites.empty')} />}
          keyOf={idOf}
          height={72}
        >
          {siteRow}
        </ServerListView>
      </Card>
    </>
  );
}

const idOf = ({ id }: SiteAnswer) => id;
const siteRow = (site: SiteAnswer) => <SiteRow site={site} />;

function SiteRow({ site: { id, name, currency } }: { site: SiteAnswer }) {
  const { t } = useTranslation('audit');
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 }}>
      <ListItemText primary={name} secondary={currency} sx={{ overflowWrap: 'anywhere', minWidth: 120 }} />
      <Button component={Link} to={`/sites/${id}/audit`} aria-label={t('sites.auditOf', { name })}>
        {t('title')}
      </Button>
      <Button component={Link} to={`/sites/${id}/history`} aria-label={t('sites.historyOf', { name })}>
        {t('sites.history')}
      </Button>
    </Stack>
  );
}
