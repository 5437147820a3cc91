import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Box, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiList } from '../../lib/use-api.ts';
import type { Rights } from './branch-props.ts';
import { CreateQrForm } from './create-qr-form.tsx';
import { QrTree } from './qr-tree.tsx';

const isApproved = (qr: QrAnswer) => qr.approval === null;
const EVERYTHING: Rights = { split: isApproved, sibling: () => true, edit: () => true, manage: true };

/** A site owner chooses a site, sees its trees and creates roots. The site is in the address, so a reload keeps it. */
export function OwnerView() {
  const { t } = useTranslation('qr-management');
  const [query, setQuery] = useSearchParams();
  const sites = useApiList(calls.listSites, {});
  return (
    <QueryView query={sites}>
      {(list) => {
        // A single site is chosen already, unless the address says none.
        const only = list.length === 1 && !query.has('site') ? list[0] : undefined;
        const site = list.find(({ id }) => id === query.get('site')) ?? only ?? null;
        if (list.length === 0) return <NoSites />;
        return (
          <Box
            sx={{
              display: 'grid',
              gap: { xs: 2, sm: 3 },
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
              '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
            }}
          >
            <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0 }}>
              <div className="no-print">
                <SitePicker sites={list} site={site} onPick={(id) => setQuery({ site: id })} />
              </div>
              {site ? (
                <SiteTree site={site} />
              ) : (
                <Card>
                  <EmptyState icon={<StorefrontOutlined />} title={t('noSite')} text={t('noSiteText')} />
                </Card>
              )}
            </Stack>
            <div className="no-print">
              <CreateQrForm key={site?.id ?? 'none'} site={site} />
            </div>
          </Box>
        );
      }}
    </QueryView>
  );
}

function NoSites() {
  const { t } = useTranslation('qr-management');
  return (
    <Card>
      <EmptyState
        icon={<StorefrontOutlined />}
        title={t('noSites')}
        text={t('noSitesText')}
        action={
          <Button component={Link} to="/sites?create=1" variant="contained">
            {t('createSite')}
          </Button>
        }
      />
    </Card>
  );
}

function SitePicker(props: { sites: readonly SiteAnswer[]; site: SiteAnswer | null; onPick: (id: string) => void }) {
  const { t } = useTranslation('qr-management');
  return (
    <Panel title={t('selectSite')}>
      <TextField
        select
        label={t('selectSite')}
        value={props.site?.id ?? ''}
        onChange={(e) => props.onPick(e.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('choose')}</MenuItem>
        {props.sites.map((site) => (
          <MenuItem key={site.id} value={site.id}>
            {site.name} ({site.currency})
          </MenuItem>
        ))}
      </TextField>
    </Panel>
  );
}

function SiteTree({ site }: { site: SiteAnswer }) {
  const { t } = useTranslation('qr-management');
  const qrs = useApiList(calls.listQrs, { params: { siteId: site.id } });
  return (
    <Panel
      title={t('tree')}
      action={
        <Button component={Link} to={`/qr-management/print?site=${site.id}`} startIcon={<PrintOutlined />}>
          {t('print')}
        </Button>
      }
    >
      <QueryView query={qrs}>
        {(list) =>
          list.length === 0 ? (
            <>
              <Typography sx={{ color: 'text.secondary', textAlign: 'center' }}>{t('none')}</Typography>
              <EmptyState icon={<AccountTreeOutlined />} title={t('empty')} text={t('emptyText')} />
            </>
          ) : (
            <QrTree qrs={list} rights={EVERYTHING} />
          )
        }
      </QueryView>
    </Panel>
  );
}
