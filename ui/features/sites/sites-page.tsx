import Add from '@mui/icons-material/Add';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Button, Card } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiList } from '../../lib/use-api.ts';
import { ConfigureDialog } from './configure-dialog.tsx';
import { CreateSiteDialog } from './create-site-dialog.tsx';
import { SiteCard, type SiteDialog } from './site-card.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import { StatsDialog } from './stats-dialog.tsx';

const DIALOGS = { configure: ConfigureDialog, staff: StaffDialog, stats: StatsDialog };

export default function SitesPage() {
  const { t } = useTranslation('sites');
  const [query, setQuery] = useSearchParams();
  const [dialog, setDialog] = useState<{ kind: SiteDialog; site: SiteAnswer } | null>(null);
  const sites = useApiList(calls.listSites, {});
  const create = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setQuery({ create: '1' })}>
      {t('create.open')}
    </Button>
  );
  const Dialog = dialog && DIALOGS[dialog.kind];
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={create} />
      <QueryView query={sites}>
        {(list) =>
          list.length === 0 ? (
            <Card>
              <EmptyState icon={<StorefrontOutlined />} title={t('empty')} text={t('emptyText')} />
            </Card>
          ) : (
            <CardGrid min={320}>
              {list.map((site) => (
                <SiteCard key={site.id} site={site} onOpen={(kind) => setDialog({ kind, site })} />
              ))}
            </CardGrid>
          )
        }
      </QueryView>
      {query.has('create') && <CreateSiteDialog onClose={() => setQuery({}, { replace: true })} />}
      {Dialog && dialog && <Dialog key={dialog.site.id} site={dialog.site} onClose={() => setDialog(null)} />}
    </>
  );
}
