import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import { ListItemText, Stack, Typography, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/catalogue/calls';
import type {
  BlockedDistributorAnswer,
  StandingAnswer,
  TopDistributorAnswer,
} from '@perktree/contracts/distributor/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { type ReactNode, useCallback } from 'react';
import { DialogButton } from '../kit/confirm-button.tsx';
import { DataTable, type TableColumn } from '../kit/figures.tsx';
import { LoadedView, ShownOnly } from '../kit/list/list-footer.tsx';
import { ListBar, ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { Loading, WhenNear } from '../kit/loading.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { EmptyState, NextStep, NothingFound, Panel, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useChosenSite } from '../kit/use-site.ts';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';

const BlockDialog = onDemand(() => import('../distributor/shared/block-dialog.tsx'));

const TOP = { prefix: 'top', filters: [], sorts: ['amount'], pageLength: 20 } as const;

export function TopDistributors() {
  const { t } = useLocale('payouts');
  const { site, newest, isOneOfSeveral, pick } = useChosenSite();
  const picker = isOneOfSeveral && <SitePicker label={t('site')} site={site} onPick={pick} sx={{ width: 220 }} />;
  return (
    <Panel title={t('top.title')} subtitle={t('top.scope')} action={picker}>
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
  const { t, format } = useLocale('payouts');
  const list = useServerList(calls.topDistributors, { siteId: site.id }, TOP, {}, { keepsAllPages: true });
  const rows = list.loaded.items;
  const figuresOf = ({ distributorId: id, name, isBlocked, ...figures }: TopDistributorAnswer) => ({
    ...figures,
    id,
    name: format.person(name),
    action: <BlockButton siteId={site.id} distributor={{ id, name, isBlocked }} />,
  });
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
          if (loaded.length > 0) return <FiguresTable of={t('top.distributor')} rows={loaded.map(figuresOf)} />;
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
  const { t } = useLocale('payouts');
  return (
    <EmptyState
      icon={<EmojiEventsOutlined />}
      title={t('top.empty')}
      text={t('top.emptyText')}
      action={<NextStep step={siteId === undefined ? 'createQr' : 'printQrs'} siteId={siteId} />}
    />
  );
}

/** Maximum number of rows in an answer. */
const SHOWN = 50;

export function OwnStandings() {
  const { t, format } = useLocale('payouts');
  const standings = useApi(calls.ownStandings, {}, { staleTime: 0 });
  const rowOf = (standing: StandingAnswer) => ({
    ...standing,
    id: standing.siteId,
    name: standing.siteName,
    rank: t('top.own.place', {
      rank: format.number(standing.rank),
      distributors: format.number(standing.distributors),
    }),
  });
  return (
    <Panel title={t('top.title')} subtitle={`${t('top.own.subtitle')} ${t('top.scope')}`}>
      <QueryView query={standings}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<EmojiEventsOutlined />}
              title={t('top.own.empty')}
              text={t('top.own.emptyText')}
              action={<NextStep step="scan" />}
            />
          ) : (
            <>
              <FiguresTable of={t('top.own.site')} rows={rows.map(rowOf)} />
              <ShownOnly shown={rows.length} max={SHOWN} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

interface FiguresRow extends Pick<TopDistributorAnswer, 'qrs' | 'scans' | 'redemptions' | 'commission' | 'currency'> {
  readonly id: string;
  readonly name: string;
  /** Given for all rows or for none, like `action`. */
  readonly rank?: string;
  readonly action?: ReactNode;
}

interface Figures {
  /** Title of the first column. */
  readonly of: string;
  readonly rows: readonly FiguresRow[];
}

function FiguresTable({ of, rows }: Figures) {
  const { t, format } = useLocale('payouts');
  const isWide = useMediaQuery(useTheme().breakpoints.up('sm'));
  const money = ({ commission, currency }: FiguresRow) => format.money(commission, currency);
  const right = (title: string, value: (row: FiguresRow) => ReactNode) => ({ title, value, align: 'right' as const });
  const figures = (['qrs', 'scans', 'redemptions'] as const).map((name) =>
    right(t(`top.${name}`), (row) => format.number(row[name])),
  );
  const [first] = rows;
  const columns: readonly TableColumn<FiguresRow>[] = [
    { title: of, value: ({ name }) => name },
    ...(first?.rank === undefined ? [] : [right(t('top.own.rank'), ({ rank }) => rank)]),
    ...figures,
    right(t('top.commission'), money),
    ...(first?.action === undefined ? [] : [right('', ({ action }) => action)]),
  ];
  if (isWide) return <DataTable label={t('top.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
  return (
    <Rows items={rows} keyOf={({ id }) => id} sx={{ columnGap: 2, flexWrap: 'wrap' }}>
      {(row) => (
        <>
          <ListItemText
            primary={row.name}
            secondary={joined([
              row.rank !== undefined && `${t('top.own.rank')} ${row.rank}`,
              ...figures.map(({ title, value }) => `${value(row)} ${title}`),
            ])}
            slotProps={{ primary: { sx: { fontWeight: 600 } } }}
            sx={{ flex: '1 1 140px' }}
          />
          <Typography sx={{ fontWeight: 700, flex: 'none', ml: 'auto' }}>{money(row)}</Typography>
          {row.action}
        </>
      )}
    </Rows>
  );
}

function BlockButton(props: { siteId: string; distributor: { id: string; name: string; isBlocked: boolean } }) {
  const { t, format } = useLocale('distributors');
  const { name, isBlocked } = props.distributor;
  const action = isBlocked ? 'unblock' : 'block';
  return (
    <DialogButton
      size="small"
      color={isBlocked ? 'primary' : 'error'}
      aria-label={t(`${action}.of`, { name: format.person(name) })}
      dialog={(close) => <BlockDialog {...props} onClose={close} />}
    >
      {t(`${action}.submit`)}
    </DialogButton>
  );
}

const BLOCKED = { prefix: 'blocked', filters: [], sorts: ['newest', 'oldest'], pageLength: 20 } as const;

function BlockedDistributors({ siteId }: { siteId: string }) {
  const { t } = useLocale('distributors');
  const list = useServerList(calls.blockedDistributors, { siteId }, BLOCKED);
  const blockedRow = useCallback(
    (blocked: BlockedDistributorAnswer) => <BlockedRow siteId={siteId} blocked={blocked} />,
    [siteId],
  );
  const { items, error } = list.loaded;
  // Without a spinner: few sites have blocked a distributor.
  if (items === undefined && !error) return <div data-loading="" />;
  if (!list.isFiltering && !items?.length) return null;
  return (
    <>
      <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
        {t('blocked')}
      </Typography>
      <ServerListView
        list={list}
        label={t('blocked')}
        search={t('search')}
        nameOf={String}
        empty={null}
        keyOf={({ distributorId }) => distributorId}
        height={70}
        rowsByScrolling={0}
      >
        {blockedRow}
      </ServerListView>
    </>
  );
}

function BlockedRow({ siteId, blocked }: { siteId: string; blocked: BlockedDistributorAnswer }) {
  const { t, format } = useLocale('distributors');
  const { distributorId, name, blockedAt, reason } = blocked;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, py: 0.5 }}>
      <ListItemText
        primary={format.person(name)}
        secondary={joined([t('since', { date: format.dateTime(blockedAt) }), reason])}
      />
      <BlockButton siteId={siteId} distributor={{ id: distributorId, name, isBlocked: true }} />
    </Stack>
  );
}
