import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { TopDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListBar } from '../kit/list/list-bar.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { NothingFound } from '../kit/list/nothing-found.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { LoadedView } from '../kit/loaded-view.tsx';
import { Loading } from '../kit/loading.tsx';
import { NextStep } from '../kit/next-step.tsx';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { WhenNear } from '../kit/when-near.tsx';
import { BlockButton, BlockedDistributors } from './blocked-distributors.tsx';
import { FiguresTable } from './figures-table.tsx';
import { useChosenSite } from './use-chosen-site.ts';

const NAMES = { prefix: 'top', filters: [], sorts: ['amount'], pageLength: 20 } as const;

export function TopDistributors() {
  const { t } = useTranslation('payouts');
  const { site, newest, isOneOfSeveral, pick } = useChosenSite();
  const picker = isOneOfSeveral && <SitePicker label={t('site')} site={site} onPick={pick} sx={{ width: 220 }} />;
  return (
    <Panel title={t('top.title')} action={picker}>
      {site ? (
        <WhenNear>
          <TopOfSite site={site} />
        </WhenNear>
      ) : (
        <QueryView query={newest}>{(list) => (list.length === 0 ? <NoDistributors /> : <Loading />)}</QueryView>
      )}
    </Panel>
  );
}

function TopOfSite({ site }: { site: SiteAnswer }) {
  const { t } = useTranslation('payouts');
  const list = useServerList(calls.topDistributors, { siteId: site.id }, NAMES, {}, { keepsAllPages: true });
  const rows = list.loaded.items;
  return (
    <>
      {(rows?.length !== 0 || list.isFiltering) && (
        <ListBar
          list={list}
          search={t('top.search')}
          label={String}
          action={<ListDownload title={t('top.title')} of={site.name} list={list} />}
        />
      )}
      <LoadedView list={list.loaded}>
        {(loaded) => {
          if (loaded.length > 0) return <TopTable rows={loaded} siteId={site.id} />;
          return list.isFiltering ? <NothingFound /> : <NoDistributors siteId={site.id} />;
        }}
      </LoadedView>
      <WhenNear height={0}>
        <BlockedDistributors siteId={site.id} />
      </WhenNear>
    </>
  );
}

function NoDistributors({ siteId }: { siteId?: string }) {
  const { t } = useTranslation('payouts');
  return (
    <EmptyState
      icon={<EmojiEventsOutlined />}
      title={t('top.empty')}
      text={t('top.emptyText')}
      action={<NextStep step={siteId === undefined ? 'createQr' : 'printQrs'} siteId={siteId} />}
    />
  );
}

interface TopRows {
  readonly rows: readonly TopDistributorAnswer[];
  readonly siteId: string;
}

const personOf = ({ distributorId: id, name, isBlocked }: TopDistributorAnswer) => ({ id, name, isBlocked });

function TopTable({ rows, siteId }: TopRows) {
  const { t, i18n } = useTranslation('payouts');
  const figures = rows.map((row) => ({
    ...row,
    id: row.distributorId,
    name: personName(row.name, i18n.language),
    action: <BlockButton siteId={siteId} distributor={personOf(row)} />,
  }));
  return <FiguresTable of={t('top.distributor')} rows={figures} />;
}
