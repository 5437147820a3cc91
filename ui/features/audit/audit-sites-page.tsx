import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Button, Card, List, ListItem, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiList } from '../../lib/use-api.ts';

/** All sites, for a superadmin to audit. */
export default function AuditSitesPage() {
  const { t } = useTranslation('audit');
  const sites = useApiList(calls.listSites, {});
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('sites.subtitle')} />
      <QueryView query={sites}>
        {(all) => (
          <Card sx={{ px: { xs: 2, sm: 3 } }}>
            {all.length === 0 && <EmptyState icon={<StorefrontOutlined />} title={t('sites.empty')} />}
            <List disablePadding>
              {all.map(({ id, name, currency }, n) => (
                <ListItem key={id} disableGutters divider={n < all.length - 1} sx={{ flexWrap: 'wrap', gap: 1 }}>
                  <ListItemText primary={name} secondary={currency} sx={{ overflowWrap: 'anywhere' }} />
                  <Button component={Link} to={`/sites/${id}/audit`} aria-label={t('sites.auditOf', { name })}>
                    {t('title')}
                  </Button>
                  <Button component={Link} to={`/sites/${id}/history`} aria-label={t('sites.historyOf', { name })}>
                    {t('sites.history')}
                  </Button>
                </ListItem>
              ))}
            </List>
          </Card>
        )}
      </QueryView>
    </>
  );
}
