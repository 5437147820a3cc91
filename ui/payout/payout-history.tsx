import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { Box, Button, Checkbox, Stack, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CheckField } from '../kit/form/check-field.tsx';
import { LoadedView } from '../kit/list/list-footer.tsx';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { VirtualList } from '../kit/list/virtual-list.tsx';
import { EmptyState, LinkButton, Panel, StatusBadge } from '../kit/page.tsx';
import { useAuth } from '../lib/auth.tsx';
import { withParameters } from '../lib/list-state.ts';
import { usePrinting, useWholePrint } from '../lib/printing.ts';
import { queryKeyOf } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { MarkPaidOnDemand, PayoutMenu } from './payout-menu.tsx';
import { actionsOf, isChoosable, reasonOf, sumText, TONES } from './payout-state.ts';

/** Most sites of which the approvals are read. The server refuses what waits on others. */
const MAX_SITES = 20;
const idsWaiting = (sites: readonly UseQueryResult<ApprovalsAnswer>[]) =>
  new Set(sites.flatMap(({ data }) => data?.payouts.filter(({ approved }) => approved === null) ?? []).map(keyOf));

/** Ids of those payouts that wait for the approval of a second person. */
function useWaiting(payouts: readonly PayoutAnswer[]): ReadonlySet<string> {
  const siteIds = [...new Set(payouts.filter(isChoosable).map(({ siteId }) => siteId))].slice(0, MAX_SITES);
  const queries: readonly UseQueryOptions<ApprovalsAnswer>[] = siteIds.map((siteId) => ({
    queryKey: queryKeyOf(calls.approvals, { params: { siteId } }),
    staleTime: 0,
  }));
  return useQueries({ queries, combine: idsWaiting });
}

/**
 * Payouts that the owner chose to mark as paid, also while they are not in the shown list.
 * @param shown rows of the list; one that has been settled meanwhile is no longer chosen
 * @param waiting ids of those that cannot be chosen, because they wait for a second person
 */
function useChosenPayouts(shown: readonly PayoutAnswer[], waiting: ReadonlySet<string>) {
  const [picked, setPicked] = useState<ReadonlyMap<string, PayoutAnswer>>(new Map());
  const mayChoose = (row: PayoutAnswer) => isChoosable(row) && !waiting.has(row.id);
  const choosable = shown.filter(mayChoose);
  const isSettled = ({ id }: PayoutAnswer) => shown.some((row) => row.id === id && !mayChoose(row));
  const chosen = [...picked.values()].filter((payout) => !isSettled(payout));
  const isAll = choosable.length > 0 && choosable.every(({ id }) => picked.has(id));
  const toggle = useCallback((payout: PayoutAnswer) => {
    setPicked((before) => {
      const after = new Map(before);
      if (!after.delete(payout.id)) after.set(payout.id, payout);
      return after;
    });
  }, []);
  return {
    picked,
    choosable,
    chosen,
    isAll,
    toggle,
    isChosen: (payout: PayoutAnswer) => picked.has(payout.id),
    toggleAll: () =>
      setPicked((before) =>
        isAll ? new Map() : new Map([...before, ...choosable.map((row) => [row.id, row] as const)]),
      ),
    clear: () => setPicked(new Map()),
  };
}

/** Rows before 'View All Payouts'. */
const SHOWN_FIRST = 5;
const NAMES = {
  prefix: 'payout-',
  filters: ['processing', 'paid', 'failed', 'cancelled', 'returned', 'written_off'],
  sorts: ['newest', 'oldest', 'amount'],
  pageLength: 20,
} as const;

export function PayoutHistoryPanel() {
  const { t } = useLocale('payouts');
  const list = useServerList(calls.ownPayouts, {}, NAMES);
  const [query, setQuery] = useSearchParams();
  const { phase } = usePrinting();
  const all = useWholePrint() || query.get('payouts') === 'all';
  const showAll = () => setQuery((before) => withParameters(before, { payouts: 'all' }));
  const isOwner = useAuth().role === 'site_owner';
  const items = list.loaded.items ?? [];
  const chosenFrom = isOwner ? (all ? items : items.slice(0, SHOWN_FIRST)) : [];
  const waiting = useWaiting(chosenFrom);
  const choice = useChosenPayouts(chosenFrom, waiting);
  const { isChosen, toggle } = choice;
  // As they were when the dialog opened: rows that are paid meanwhile stay in it.
  const [marking, setMarking] = useState<readonly PayoutAnswer[] | null>(null);
  const isChoosing = choice.choosable.length > 1 || choice.chosen.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen payouts decide what `isChosen` says
  const payoutRow = useCallback(
    (payout: PayoutAnswer) => (
      <PayoutRow
        payout={payout}
        waits={waiting.has(payout.id)}
        {...(isChoosing && { isChosen: isChosen(payout), onToggle: toggle })}
      />
    ),
    [choice.picked, toggle, isChoosing, waiting],
  );
  return (
    <Panel
      title={t('history.title')}
      action={
        <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
          {!all && <Button onClick={showAll}>{t('history.all')}</Button>}
          <ListDownload title={t('history.title')} list={list} />
        </Stack>
      }
    >
      {isChoosing && <ChoiceBar choice={choice} onMark={() => setMarking(choice.chosen)} />}
      {all ? (
        <ServerListView
          list={list}
          label={t('history.title')}
          search={t('history.search')}
          nameOf={(status) => t(`history.status.${status}`)}
          empty={<NoPayouts />}
          keyOf={keyOf}
          height={ROW_HEIGHT}
        >
          {payoutRow}
        </ServerListView>
      ) : (
        <LoadedView list={{ ...list.loaded, hasMore: false }}>
          {(rows) =>
            rows.length === 0 ? (
              <NoPayouts />
            ) : (
              <VirtualList
                list={{
                  ...list.loaded,
                  items: rows.slice(0, SHOWN_FIRST),
                  hasMore: phase === 'paper' && rows.length > SHOWN_FIRST,
                }}
                label={t('history.title')}
                keyOf={keyOf}
                height={ROW_HEIGHT}
              >
                {payoutRow}
              </VirtualList>
            )
          }
        </LoadedView>
      )}
      {marking && (
        <MarkPaidOnDemand
          payouts={marking}
          onClose={() => setMarking(null)}
          onSent={() => {
            setMarking(null);
            choice.clear();
          }}
        />
      )}
    </Panel>
  );
}

function NoPayouts() {
  const { t } = useLocale('payouts');
  return <EmptyState icon={<PaymentsOutlined />} title={t('history.empty')} text={t('history.emptyText')} />;
}

const ROW_HEIGHT = 127;
const keyOf = ({ id }: Pick<PayoutAnswer, 'id'>) => id;

function ChoiceBar({ choice, onMark }: { choice: ReturnType<typeof useChosenPayouts>; onMark: () => void }) {
  const { t, language } = useLocale('payouts');
  const { chosen, choosable, isAll } = choice;
  return (
    <Stack direction="row" sx={{ gap: 1, mb: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <CheckField
        label={t('several.all', { count: choosable.length })}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        disabled={choosable.length === 0}
        onChange={choice.toggleAll}
        sx={{ mr: 0 }}
      />
      <Typography role="status" variant="quiet" sx={{ flex: 1 }}>
        {chosen.length > 0 && t('several.chosen', { count: chosen.length, sum: sumText(chosen, language) })}
      </Typography>
      <Button variant="contained" disabled={chosen.length === 0} onClick={onMark}>
        {t('several.open')}
      </Button>
    </Stack>
  );
}

function PayoutRow(props: {
  payout: PayoutAnswer;
  /** For the approval of a second person. */
  waits: boolean;
  /** Left out: no payout can be chosen. */
  isChosen?: boolean;
  onToggle?: (payout: PayoutAnswer) => void;
}) {
  const { t, format } = useLocale('payouts');
  const { payout, waits, isChosen, onToggle } = props;
  const isOwner = useAuth().role === 'site_owner';
  const why = waits ? 'why.owner.second_person' : reasonOf(payout, isOwner ? 'owner' : 'distributor');
  const name = format.person(payout.name);
  const amount = format.money(payout.amount, payout.currency);
  return (
    <Stack direction="row" sx={{ gap: 2, py: 1.25, alignItems: 'center' }}>
      {onToggle && (
        <Box sx={{ width: 44, flex: 'none', ml: -1.25, mr: -1.5 }}>
          {isChoosable(payout) && !waits && (
            <Checkbox
              checked={isChosen ?? false}
              onChange={() => onToggle(payout)}
              slotProps={{ input: { 'aria-label': t('several.choose', { name, amount }) } }}
            />
          )}
        </Box>
      )}
      <Stack
        direction="row"
        sx={{ flex: 1, minWidth: 0, columnGap: 2, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
          <Typography variant="name">{name}</Typography>
          <Typography variant="quiet">
            {t('history.entries', { count: payout.entries })} · {format.date(payout.createdAt, payout.siteTimeZone)}
          </Typography>
          {why !== null && <Typography variant="body2">{t(why)}</Typography>}
          <LinkButton
            to={`/payouts/${payout.id}`}
            variant="text"
            size="small"
            aria-label={t('history.openOf', { name, amount })}
            sx={{ ml: -1, px: 1 }}
          >
            {t('history.open')}
          </LinkButton>
          {waits && (
            <LinkButton to={`/approvals?site=${payout.siteId}`} variant="text" size="small">
              {t('approvals')}
            </LinkButton>
          )}
        </Box>
        <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none', ml: 'auto' }}>
          <Typography variant="amount">{amount}</Typography>
          <StatusBadge tone={TONES[payout.status]} label={t(`history.status.${payout.status}`)} />
        </Stack>
      </Stack>
      {isOwner && actionsOf(payout).length > 0 && <PayoutMenu payout={payout} waits={waits} />}
    </Stack>
  );
}
