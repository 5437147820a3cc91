import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AddCard from '@mui/icons-material/AddCard';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import PaidOutlined from '@mui/icons-material/PaidOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { Box } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { StandingAnswer, TopDistributorAnswer } from '@perktree/contracts/distributor/calls';
import type { PayoutStatsAnswer } from '@perktree/contracts/ledger/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import type { ReactNode } from 'react';
import { DialogButton } from '../kit/confirm-button.tsx';
import { StatCard, StatCards } from '../kit/figures.tsx';
import { LoadedView, ShownOnly } from '../kit/list/list-footer.tsx';
import { ListBar, ListDownload, useServerList } from '../kit/list/server-list.tsx';
import { Loading, WhenNear } from '../kit/loading.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import {
  Columns,
  EmptyState,
  LinkButton,
  NextStep,
  NothingFound,
  PageHeader,
  Panel,
  Panels,
  QueryView,
} from '../kit/page.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useChosenSite } from '../kit/use-site.ts';
import { BalancesPanel } from '../ledger/shared/balances-panel.tsx';
import { LedgerPanel } from '../ledger/shared/ledger-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { StatementPanel } from '../statement/shared/statement-panel.tsx';
import { OwedBySite, OwedToMe } from './owed-panel.tsx';
import { BREAKDOWN_ID } from './owed-parts.tsx';
import { PayoutHistoryPanel } from './payout-history.tsx';
import { BlockButton, BlockedDistributors, FiguresTable } from './top-distributors.tsx';

const GenerateDialog = onDemand(() => import('./generate-payout.tsx'));

function GeneratePayout() {
  const { t } = useLocale('payouts');
  return (
    <DialogButton variant="contained" startIcon={<AddCard />} dialog={(close) => <GenerateDialog onClose={close} />}>
      {t('generate.open')}
    </DialogButton>
  );
}

const NAMES = { prefix: 'top', filters: [], sorts: ['amount'], pageLength: 20 } as const;

function TopDistributors() {
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
  const list = useServerList(calls.topDistributors, { siteId: site.id }, NAMES, {}, { keepsAllPages: true });
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

type OneCurrency = PayoutStatsAnswer['byCurrency'][number];

function Summary({ stats }: { stats: PayoutStatsAnswer }) {
  const { t, format } = useLocale('payouts');
  const ofDistributors = useAuth().role === 'site_owner' ? [t('card.ofDistributors')] : [];
  const others = stats.byCurrency.filter(({ currency }) => currency !== stats.currency);
  const card = (label: string, icon: ReactNode, amount: (of: OneCurrency) => string, more: readonly string[] = []) => {
    const money = (of: OneCurrency) => format.money(amount(of), of.currency);
    const detail = joined([...others.map(money), ...more]);
    return <StatCard label={t(label)} icon={icon} value={money(stats)} detail={detail} />;
  };
  // What was earned is not only paid or pending then.
  const writtenOff = stats.byCurrency
    .filter((of) => Number(of.writtenOff) !== 0)
    .map((of) => t('card.writtenOff', { amount: format.money(of.writtenOff, of.currency) }));
  return (
    <StatCards>
      {card('card.earned', <AccountBalanceWalletOutlined />, (of) => of.totalEarned, [
        ...ofDistributors,
        ...writtenOff,
      ])}
      {card('card.paid', <PaidOutlined />, (of) => of.totalPaid)}
      {card('card.pending', <ScheduleOutlined />, (of) => of.pending)}
      {card('card.month', <CalendarMonthOutlined />, (of) => of.thisMonth, [
        t('card.monthIn', { zone: stats.timeZone }),
      ])}
    </StatCards>
  );
}

/** Maximum number of rows in an answer. */
const SHOWN = 50;

function OwnStandings() {
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

/** Includes the texts of the panels: a panel that loads its own would hide the page meanwhile. */
const TEXTS = ['payouts', 'ledger', 'list', 'balances', 'distributors', 'write-off'] as const;
/** Matches the height of the history beside it. */
const BREAKDOWN_ROWS = 5;

export default function PayoutsPage() {
  const { t } = useLocale(TEXTS);
  const { role } = useAuth();
  const isOwner = role === 'site_owner';
  const isDistributor = role === 'distributor';
  const stats = useApi(calls.payoutStats, {});
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={isOwner ? t('subtitleOwner') : t('subtitleDistributor')}
        actions={
          isOwner && (
            <>
              <LinkButton to="/approvals" variant="text">
                {t('approvals')}
              </LinkButton>
              <GeneratePayout />
            </>
          )
        }
      />
      <Panels>
        <QueryView query={stats}>{(data) => <Summary stats={data} />}</QueryView>
        {isOwner && <OwedBySite />}
        {isDistributor && <OwedToMe />}
        <Columns>
          <Box id={BREAKDOWN_ID} tabIndex={-1} sx={{ outline: 0, minWidth: 0 }}>
            <LedgerPanel title={t('breakdown')} rows={BREAKDOWN_ROWS} />
          </Box>
          <PayoutHistoryPanel />
        </Columns>
        {isOwner && <TopDistributors />}
        {isDistributor && <OwnStandings />}
        {isDistributor && <StatementPanel />}
        <BalancesPanel />
      </Panels>
    </>
  );
}
