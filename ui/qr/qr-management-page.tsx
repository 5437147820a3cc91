import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Stack, Typography } from '@mui/material';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { OWN_QR_SHOWS, QR_SHOWS, QR_SORTS } from '@perktree/contracts/qr/list-calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ListDownload, ServerListView } from '../kit/list/server-list.tsx';
import { Loading } from '../kit/loading.tsx';
import { Columns, EmptyCard, EmptyState, LinkButton, NextStep, PageHeader, Panel, QueryView } from '../kit/page.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { useAuth } from '../lib/auth.tsx';
import { localStore } from '../lib/storage.ts';
import { CreateQrForm } from './create-qr-form.tsx';
import type { Rights } from './qr-row.tsx';
import { QrListRow } from './qr-row.tsx';
import { type OpenQrDialog, QrDialogHost } from './shared/dialogs/qr-dialog-host.tsx';
import { distributorRights, useOwnSiteConfigs } from './shared/own-qrs.ts';
import { TreeBranch } from './shared/tree/tree-branch.tsx';
import { type QrRows, useQrRows } from './shared/tree/use-qr-rows.ts';

/** Roots, children and grandchildren. */
const SHOWN_LEVELS = 3;
const sorts = ['created', ...QR_SORTS];
const SITE_LIST = { filters: QR_SHOWS, sorts };
const OWN_LIST = { filters: OWN_QR_SHOWS, sorts };

/** @param siteId null: the signed-in distributor's QRs */
const useManagedQrs = (siteId: string | null): QrRows =>
  useQrRows(siteId, siteId === null ? OWN_LIST : SITE_LIST, SHOWN_LEVELS);

function QrTree({ rows, rights, empty }: { rows: QrRows; rights: Rights; empty: ReactNode }) {
  const { t } = useTranslation('qr-management');
  const { list, tree, isOpen, toggle } = rows;
  const [dialog, setDialog] = useState<OpenQrDialog | null>(null);
  const row = useCallback(
    (qr: TreeRow) => {
      const open = isOpen(qr);
      // QRs of the first levels close by their row. Deeper ones have a separate button to show and hide their children.
      const closesByRow = open === true && qr.level < SHOWN_LEVELS - 1;
      return (
        <TreeBranch
          level={qr.path === null ? qr.level : 0}
          childCount={qr.childCount}
          isOpen={open === null || closesByRow ? undefined : open}
          onToggle={() => toggle(qr)}
        >
          <QrListRow
            qr={qr}
            rights={rights}
            onDialog={setDialog}
            onClose={closesByRow ? () => toggle(qr) : undefined}
          />
        </TreeBranch>
      );
    },
    [isOpen, rights, toggle],
  );
  return (
    <>
      <ServerListView
        list={list}
        label={t('tree')}
        search={t('search')}
        nameOf={(state) =>
          t(state === 'usable' ? 'usable' : state === 'mine' ? 'row.claimedByYou' : (`row.${state}` as 'row.expired'))
        }
        action={<ListDownload title={t('tree')} list={list} />}
        empty={empty}
        keyOf={keyOf}
        height={220}
        tree={tree}
        lines={false}
      >
        {row}
      </ServerListView>
      <QrDialogHost open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

const keyOf = ({ id }: TreeRow) => id;

const isApproved = (qr: QrAnswer) => qr.approval === null;
const EVERYTHING: Rights = { split: isApproved, sibling: () => true, edit: () => true, manage: true };

/** The site that the owner chose last on this device. */
const CHOSEN_SITE = 'chosen-site';

function OwnerView() {
  const { t } = useTranslation('qr-management');
  const [query, setQuery] = useSearchParams();
  const asked = query.get('site');
  const named = asked ?? localStore.get(CHOSEN_SITE);
  const sites = useNewestSites();
  const chosen = useSiteOf(named ?? '');
  return (
    <QueryView query={sites}>
      {(list) => {
        if (list.length === 0) return <NoSites />;
        // Preselect a single site, unless the address has a `site` parameter.
        const only = list.length === 1 && asked === null ? list[0] : undefined;
        const site = chosen.data?.[0] ?? only ?? null;
        return (
          <Columns widths="minmax(0, 1fr) 400px">
            <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0 }}>
              <div className="no-print">
                <Panel title={t('selectSite')}>
                  <SitePicker
                    label={t('selectSite')}
                    placeholder={t('choose')}
                    site={site}
                    onPick={(id) => {
                      localStore.set(CHOSEN_SITE, id);
                      setQuery({ site: id });
                    }}
                  />
                </Panel>
              </div>
              {chosen.isLoading && <Loading />}
              {site && <SiteTree site={site} />}
              {!site && !chosen.isLoading && (
                <EmptyCard icon={<StorefrontOutlined />} title={t('noSite')} text={t('noSiteText')} />
              )}
            </Stack>
            <div className="no-print">
              <CreateQrForm key={site?.id ?? 'none'} site={site} />
            </div>
          </Columns>
        );
      }}
    </QueryView>
  );
}

function NoSites() {
  const { t } = useTranslation('qr-management');
  return (
    <EmptyCard
      icon={<StorefrontOutlined />}
      title={t('noSites')}
      text={t('noSitesText')}
      action={<NextStep step="createSite" />}
    />
  );
}

function SiteTree({ site }: { site: SiteAnswer }) {
  const { t } = useTranslation('qr-management');
  return (
    <TreePanel
      title={t('tree')}
      siteId={site.id}
      rows={useManagedQrs(site.id)}
      rights={EVERYTHING}
      empty={
        <>
          <Typography sx={{ color: 'text.secondary', textAlign: 'center' }}>{t('none')}</Typography>
          <EmptyState icon={<AccountTreeOutlined />} title={t('empty')} text={t('emptyText')} />
        </>
      }
    />
  );
}

function DistributorView() {
  const { t } = useTranslation('qr-management');
  const rows = useManagedQrs(null);
  const sites = useOwnSiteConfigs(rows.list.loaded.items ?? []);
  const rights = useMemo(() => ({ ...distributorRights(sites), manage: false }), [sites]);
  const empty = <EmptyState icon={<QrCode2 />} title={t('ownEmpty')} action={<NextStep step="scan" />} />;
  return <TreePanel title={t('ownTree')} rows={rows} rights={rights} empty={empty} />;
}

function TreePanel({ title, siteId, ...tree }: Parameters<typeof QrTree>[0] & { title: string; siteId?: string }) {
  const { t } = useTranslation('qr-management');
  const to = `/qr-management/print${siteId === undefined ? '' : `?site=${siteId}`}`;
  return (
    <Panel
      title={title}
      action={
        <LinkButton to={to} variant="text" startIcon={<PrintOutlined />}>
          {t('print')}
        </LinkButton>
      }
    >
      <QrTree {...tree} />
    </Panel>
  );
}

export default function QrManagementPage() {
  const { t } = useTranslation('qr-management');
  const isDistributor = useAuth().role === 'distributor';
  return (
    <>
      <PageHeader
        title={isDistributor ? t('titleDistributor') : t('title')}
        subtitle={isDistributor ? t('subtitleDistributor') : t('subtitle')}
      />
      {isDistributor ? <DistributorView /> : <OwnerView />}
    </>
  );
}
