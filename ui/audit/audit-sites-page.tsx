import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Button, Card, ListItemText, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { SITE_ORDERS, SITE_STATES, type SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { Panels } from '../kit/panels.tsx';
import { withParameters } from '../lib/with-parameters.ts';
import { AllSitesPanel } from './all-sites-panel.tsx';
import { daysOf } from './audit-query.ts';
import { ScopePanel } from './scope-panel.tsx';

const NAMES = { filters: SITE_STATES, sorts: SITE_ORDERS, pageLength: 50 } as const;

/** All sites: one report of them, and the way to the checks of each. */
export default function AuditSitesPage() {
  const { t } = useTranslation('audit');
  const list = useServerList(calls.listSites, {}, NAMES);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('sites.subtitle')}
        actions={
          <>
            <Button component={Link} to="/looks" variant="outlined">
              {t('looks')}
            </Button>
            <Button component={Link} to="/audit/heads" variant="outlined">
              {t('chain.heads')}
            </Button>
          </>
        }
      />
      <Panels>
        <ScopePanel />
        <AllSitesPanel />
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
      </Panels>
    </>
  );
}

const idOf = ({ id }: SiteAnswer) => id;
const siteRow = (site: SiteAnswer) => <SiteRow site={site} />;

function SiteRow({ site: { id, name, currency } }: { site: SiteAnswer }) {
  const { t } = useTranslation('audit');
  const [query] = useSearchParams();
  const { from, to } = daysOf(query);
  const kept = `${withParameters(new URLSearchParams(), { from, to })}`;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1 }}>
      <ListItemText primary={name} secondary={currency} sx={{ overflowWrap: 'anywhere', minWidth: 120 }} />
      <Button
        component={Link}
        to={{ pathname: `/sites/${id}/audit`, search: kept }}
        aria-label={t('sites.auditOf', { name })}
      >
        {t('title')}
      </Button>
      <Button component={Link} to={`/sites/${id}/history`} aria-label={t('sites.historyOf', { name })}>
        {t('sites.history')}
      </Button>
    </Stack>
  );
}
