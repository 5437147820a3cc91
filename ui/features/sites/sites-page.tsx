import Add from '@mui/icons-material/Add';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import { Button, Card } from '@mui/material';
import type { CsvColumn } from '@perktree/contracts/csv';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { CardGrid } from '../../components/card-grid.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { useList } from '../../components/list/use-list.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiList } from '../../lib/use-api.ts';
import { ConfigureDialog } from './configure-dialog.tsx';
import { CreateSiteDialog } from './create-site-dialog.tsx';
import { SiteCard, type SiteDialog } from './site-card.tsx';
import { SITE_RULES } from './site-rules.ts';
import { StaffDialog } from './staff-dialog.tsx';
import { StatsDialog } from './stats-dialog.tsx';

const DIALOGS = { configure: ConfigureDialog, staff: StaffDialog, stats: StatsDialog };

export default function SitesPage() {
  const { t } = useTranslation('sites');
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<{ kind: SiteDialog; site: SiteAnswer } | null>(null);
  const sites = useApiList(calls.listSites, {});
  const create = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setQuery(withCreate(true))}>
      {t('create.open')}
    </Button>
  );
  const Dialog = dialog && DIALOGS[dialog.kind];
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button component={Link} to="/support" startIcon={<SupportAgentOutlined />}>
              {t('support')}
            </Button>
            {create}
          </>
        }
      />
      <QueryView query={sites}>
        {(list) =>
          list.length === 0 ? (
            <Card>
              <EmptyState icon={<StorefrontOutlined />} title={t('empty')} text={t('emptyText')} />
            </Card>
          ) : (
            <SiteList sites={list} onOpen={(kind, site) => setDialog({ kind, site })} />
          )
        }
      </QueryView>
      {query.has('create') && <CreateSiteDialog onClose={() => setQuery(withCreate(false), { replace: true })} />}
      {Dialog && dialog && <Dialog key={dialog.site.id} site={dialog.site} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The address of this list, with or without the dialog over it. */
const withCreate = (open: boolean) => (before: URLSearchParams) => {
  const query = new URLSearchParams(before);
  if (open) query.set('create', '1');
  else query.delete('create');
  return query;
};

function SiteList(props: { sites: readonly SiteAnswer[]; onOpen: (kind: SiteDialog, site: SiteAnswer) => void }) {
  const { t } = useTranslation('sites');
  const list = useList(props.sites, SITE_RULES);
  const state = (isActive: boolean) => t(isActive ? 'card.active' : 'card.inactive');
  const columns: readonly CsvColumn<SiteAnswer>[] = [
    { title: t('csv.id'), value: ({ id }) => id },
    { title: t('csv.name'), value: ({ name }) => name },
    { title: t('card.currency'), value: ({ currency }) => currency },
    { title: t('card.status'), value: ({ isActive }) => state(isActive) },
    { title: t('csv.created'), value: ({ createdAt }) => createdAt },
  ];
  return (
    <>
      <ListBar
        list={list}
        search={t('search')}
        label={(name) => state(name === 'active')}
        action={<CsvButton what={t('title')} name={[t('title')]} columns={columns} rows={list.found} />}
      />
      <CardGrid min={320}>
        {list.shown.map((site) => (
          <SiteCard key={site.id} site={site} onOpen={(kind) => props.onOpen(kind, site)} />
        ))}
      </CardGrid>
      <ListPages list={list} />
    </>
  );
}
