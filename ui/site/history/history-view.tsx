import { Button, ListItemText, Stack, TextField, Typography } from '@mui/material';
import type { TreeAsOfAnswer, TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { BenefitTerms } from '@perktree/contracts/qr/shown-benefit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LongLoading } from '../../kit/files.tsx';
import { SwitchField } from '../../kit/form/check-field.tsx';
import { NotLoaded } from '../../kit/list/list-footer.tsx';
import { useTypedText } from '../../kit/list/search-field.tsx';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { Panel, QueryView } from '../../kit/page.tsx';
import { getPageOf, pathParts, queryString } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { LATEST_LOCAL, localOf, utcOf } from '../../lib/days.ts';
import { withParameters } from '../../lib/list-state.ts';
import { useApi } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import {
  beside,
  changesBetween,
  loadedOf,
  momentAt,
  type QrChange,
  type ShownTime,
  type Stop,
  TreesAsOf,
} from './trees-as-of.tsx';

/** The view in the address: a time, and an optional time to compare with. */
interface HistoryAddress {
  /** The `asOf` of the trees call; null: now. */
  readonly at: string | null;
  /** Null: no comparison. */
  readonly since: string | null;
}

/** Keeps the view in the page's address, so that a link opens it again. */
function useHistoryAddress(): readonly [HistoryAddress, (part: Partial<HistoryAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const [at, since] = [query.get('at'), query.get('since')];
  // Whichever of two times was chosen first, the earlier one comes first.
  const isReversed = at !== null && since !== null && Date.parse(since) > Date.parse(at);
  const address = isReversed ? { at: since, since: at } : { at, since };
  const change = (part: Partial<HistoryAddress>) =>
    // Moving through time does not add history entries.
    setQuery((before) => withParameters(before, { ...address, ...part }), { replace: true });
  return [address, change];
}

/** Merges pages into one forest. A later page repeats the ancestors of its QRs. */
export function mergedTrees(pages: readonly (readonly TreeAsOfNode[])[]): readonly TreeAsOfNode[] {
  return pages.reduce<readonly TreeAsOfNode[]>(merge, []);
}

function merge(before: readonly TreeAsOfNode[], added: readonly TreeAsOfNode[]): TreeAsOfNode[] {
  const ofAdded = new Map(added.map((node) => [node.qrId, node]));
  const known = new Set(before.map(({ qrId }) => qrId));
  return [
    ...before.map((node) => {
      const more = ofAdded.get(node.qrId)?.children ?? [];
      return more.length === 0 ? node : { ...node, children: merge(node.children, more) };
    }),
    ...added.filter(({ qrId }) => !known.has(qrId)),
  ];
}

/** A date and time in the device's zone. */
function MomentField(props: { label: string; time: number; onChange: (asOf: string) => void }) {
  const typed = useTypedText(localOf(props.time), (text) => {
    if (text !== '') props.onChange(utcOf(text));
  });
  return (
    <TextField
      label={props.label}
      {...typed}
      slotProps={{ htmlInput: { type: 'datetime-local', step: 1, max: LATEST_LOCAL }, inputLabel: { shrink: true } }}
    />
  );
}

/** The shown moment and, in a comparison, the one before it. */
function Moments(props: {
  at: ShownTime;
  since: ShownTime | undefined;
  change: (part: Partial<HistoryAddress>) => void;
}) {
  const { t, format } = useLocale('site-history');
  const { at, since, change } = props;
  const textOf = ({ time, kinds }: ShownTime) =>
    [format.dateTime(new Date(time).toISOString()), ...kinds.map((kind) => t(`kind.${kind}`))].join(', ');
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        {since && <MomentField label={t('earlier')} time={since.time} onChange={(asOf) => change({ since: asOf })} />}
        <MomentField label={t(since ? 'later' : 'moment')} time={at.time} onChange={(asOf) => change({ at: asOf })} />
      </Stack>
      <Typography role="status" sx={{ fontWeight: 600, mt: 1 }}>
        {[...(since ? [since] : []), at].map(textOf).join(' → ')}
      </Typography>
    </>
  );
}

const PAGE_LENGTH = '100';

/** The trees of a site as they were, page by page. */
function useTreesAsOf(siteId: string, asOf: string) {
  const path = pathParts(calls.siteTreeAsOf.path, { siteId }).join('/');
  const query = useInfiniteQuery({
    queryKey: ['trees as of', siteId, asOf],
    queryFn: ({ pageParam, signal }) =>
      getPageOf<TreeAsOfAnswer>(path + queryString({ asOf, limit: PAGE_LENGTH }), pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const { data } = query;
  const trees: readonly TreeAsOfNode[] = useMemo(
    () => mergedTrees(data?.pages.map(({ answer }) => answer.trees) ?? []),
    [data],
  );
  return {
    /** Undefined until the first page has loaded. */
    asOf: data?.pages[0]?.answer.asOf,
    trees,
    error: query.error as ApiError | null,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

function Changes({ changes }: { changes: readonly QrChange[] }) {
  const { t, format } = useLocale('site-history');
  if (changes.length === 0) return <Typography>{t('changes.none')}</Typography>;
  const text = (what: string, value: string | BenefitTerms | null) => {
    if (value === null) return t('changes.nothing');
    if (typeof value === 'object') return format.benefit(value);
    if (what === 'owner') return format.person(value);
    if (what === 'commissionPercent') return format.percent(value);
    return value === 'true' || value === 'false' ? t(`changes.${value}`) : value;
  };
  return (
    <VirtualList list={loadedOf(changes)} label={t('changes.title')} keyOf={({ qrId }) => qrId} height={68}>
      {({ name, isNew, changes: ofQr }) => (
        <ListItemText
          primary={isNew ? t('changes.new', { name }) : name}
          secondary={ofQr.map(({ what, before, after }) => (
            <span key={what} style={{ display: 'block' }}>
              {t('changes.text', { what: t(`changes.${what}`), before: text(what, before), after: text(what, after) })}
            </span>
          ))}
          slotProps={{ primary: { sx: { fontWeight: 650 } } }}
        />
      )}
    </VirtualList>
  );
}

export function HistoryView(props: { siteId: string; stops: readonly Stop[]; isSampled: boolean }) {
  const { t } = useLocale('site-history');
  const { siteId, stops } = props;
  const [address, change] = useHistoryAddress();
  const at = momentAt(stops, address.at);
  const since = address.since === null ? undefined : momentAt(stops, address.since);
  const asOf = address.at ?? stops.at(-1)?.asOf ?? '';
  const shownTrees = useTreesAsOf(siteId, asOf);
  // A comparison needs all trees of both times.
  const now = useApi(calls.siteTreeAsOf, { params: { siteId }, query: { asOf } }, { enabled: address.since !== null });
  const before = useApi(
    calls.siteTreeAsOf,
    { params: { siteId }, query: { asOf: address.since ?? '' } },
    { enabled: address.since !== null },
  );
  return (
    <Stack spacing={2.5}>
      <Panel title={t('time')} subtitle={t('timeText')}>
        {at && <Moments at={at} since={since} change={change} />}
        <Steps stops={stops} address={address} change={change} isSampled={props.isSampled} />
      </Panel>
      {address.since !== null && (
        <Panel title={t('changes.title')}>
          <QueryView query={before} loading={<LongLoading />}>
            {(then) => (
              <QueryView query={now} loading={<LongLoading />}>
                {(later) => <Changes changes={changesBetween(then, later)} />}
              </QueryView>
            )}
          </QueryView>
        </Panel>
      )}
      <Panel title={t('trees')}>
        <TreesOfMoment list={shownTrees} />
      </Panel>
    </Stack>
  );
}

function TreesOfMoment({ list }: { list: ReturnType<typeof useTreesAsOf> }) {
  const { t, format } = useLocale('site-history');
  if (list.asOf === undefined) return <NotLoaded list={list} />;
  return (
    <>
      <Typography variant="quiet" sx={{ mb: 1 }}>
        {t('asOf', { when: format.dateTime(list.asOf) })}
      </Typography>
      {list.trees.length === 0 ? <Typography>{t('noTrees')}</Typography> : <TreesAsOf list={list} />}
    </>
  );
}

function Steps(props: {
  stops: readonly Stop[];
  address: HistoryAddress;
  change: (part: Partial<HistoryAddress>) => void;
  isSampled: boolean;
}) {
  const { t } = useLocale('site-history');
  const { stops, address, change } = props;
  const isComparing = address.since !== null;
  const go = (by: -1 | 1) => {
    // The changes would read backwards if the shown moment were before the compared one.
    const to = beside(stops, address.at, by, address.since);
    return { disabled: to === undefined, onClick: () => to && change({ at: to.asOf }) };
  };
  const compare = { since: stops.at(0)?.asOf ?? null, at: address.at ?? stops.at(-1)?.asOf ?? null };
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Button {...go(-1)}>{t('previous')}</Button>
      <Button {...go(1)}>{t('next')}</Button>
      <SwitchField
        label={t('compare')}
        checked={isComparing}
        onChange={() => change(isComparing ? { since: null } : compare)}
      />
      {props.isSampled && (
        <Typography variant="quiet" sx={{ width: '100%' }}>
          {t('sampled')}
        </Typography>
      )}
    </Stack>
  );
}
