import { Box, Button, FormControlLabel, ListItemText, Slider, Stack, Switch, Typography } from '@mui/material';
import type { TreeAsOfAnswer, TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { type BenefitTerms, benefitLabel } from '@perktree/contracts/qr/benefit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LongLoading } from '../../kit/files/long-loading.tsx';
import { loadedOf } from '../../kit/list/loaded-of.ts';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { NotLoaded } from '../../kit/not-loaded.tsx';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { getPageOf } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { formatDateTime, formatPercent } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { withParameters } from '../../lib/with-parameters.ts';
import type { QrChange } from './diff-trees.ts';
import { changesBetween } from './diff-trees.ts';
import { beside, type Stop, stopAt, zoomTo } from './stops.ts';
import { TreesAsOf } from './trees-as-of.tsx';

/** The view in the address: a time, an optional time to compare with, and the period of the slider. */
interface HistoryAddress {
  /** The `asOf` of the trees call; null: now. */
  readonly at: string | null;
  /** Null: no comparison. */
  readonly since: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Keeps the view in the page's address, so that a link opens it again. */
export function useHistoryAddress(): readonly [HistoryAddress, (part: Partial<HistoryAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const address = { at: query.get('at'), since: query.get('since'), from: query.get('from'), to: query.get('to') };
  const change = (part: Partial<HistoryAddress>) =>
    // Moving the slider does not add history entries.
    setQuery((before) => withParameters(before, part), { replace: true });
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

/**
 * A time axis with a mark for each event and one thumb, or two to compare. Arrow keys move between marks; Home and
 * End to the ends.
 */
function TimeSlider(props: {
  stops: readonly Stop[];
  /** The selected times, the earlier first. */
  shown: readonly Stop[];
  onChange: (shown: readonly Stop[]) => void;
}) {
  const { t, i18n } = useTranslation('site-history');
  const { stops, shown } = props;
  const times = shown.map(({ time }) => time);
  // Thumb positions during a drag, which must not send requests.
  const [moving, setMoving] = useState<readonly number[] | null>(null);
  const key = times.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown time changes from other controls too
  useEffect(() => setMoving(null), [key]);
  const [first, last] = [stops.at(0)?.time ?? 0, stops.at(-1)?.time ?? 0];
  const when = (time: number) => formatDateTime(new Date(time).toISOString(), i18n.language);
  const stopOf = (time: number) => stops.find((stop) => stop.time === time);
  const values = (value: number | readonly number[]) => [value].flat() as number[];
  const textOf = (time: number) => {
    const kinds = stopOf(time)?.kinds.map((kind) => t(`kind.${kind}`)) ?? [];
    return [when(time), ...kinds].join(', ');
  };
  const value = moving ?? times;
  const commit = (next: readonly number[]) =>
    props.onChange(next.toSorted((a, b) => a - b).flatMap((time) => stopOf(time) ?? []));
  // Without `step`, MUI moves Home and End by one mark only.
  const jump = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    event.stopPropagation();
    commit(value.with(Number((event.target as HTMLElement).dataset.index ?? 0), event.key === 'Home' ? first : last));
  };
  return (
    <Box sx={{ px: 1.5 }} onKeyDownCapture={jump}>
      <Slider
        value={value.length === 1 ? (value[0] ?? last) : [...value]}
        min={first}
        max={last}
        step={null}
        marks={stops.map(({ time }) => ({ value: time }))}
        disabled={stops.length < 2}
        getAriaLabel={(index) => t(value.length === 1 ? 'moment' : index === 0 ? 'earlier' : 'later')}
        getAriaValueText={textOf}
        onChange={(_, next) => setMoving(values(next))}
        onChangeCommitted={(_, next) => commit(values(next))}
      />
      <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
        <Typography variant="caption">{when(first)}</Typography>
        <Typography variant="caption">{when(last)}</Typography>
      </Stack>
      <Typography role="status" sx={{ fontWeight: 600, mt: 1 }}>
        {value.map(textOf).join(' → ')}
      </Typography>
    </Box>
  );
}

/** QRs per page. */
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
  const { t, i18n } = useTranslation('site-history');
  if (changes.length === 0) return <Typography>{t('changes.none')}</Typography>;
  const text = (what: string, value: string | BenefitTerms | null) => {
    if (value === null) return t('changes.nothing');
    if (typeof value === 'object') return benefitLabel(value, i18n.language);
    if (what === 'owner') return personName(value, i18n.language);
    if (what === 'commissionPercent') return formatPercent(value, i18n.language);
    return value === 'true' || value === 'false' ? t(`changes.${value}`) : value;
  };
  return (
    <VirtualList list={loadedOf(changes)} label={t('changes.title')} keyOf={({ qrId }) => qrId} height={68}>
      {({ name, isNew, changes: ofQr }) => (
        <ListItemText
          primary={isNew ? t('changes.new', { name }) : name}
          secondary={ofQr.map(({ what, before, after }) => (
            <span key={what} style={{ display: 'block' }}>
              {t('changes.text', {
                what: t(`changes.${what}`),
                before: text(what, before),
                after: text(what, after),
              })}
            </span>
          ))}
          slotProps={{ primary: { sx: { fontWeight: 650 } } }}
        />
      )}
    </VirtualList>
  );
}

export function HistoryView(props: { siteId: string; stops: readonly Stop[]; isSampled: boolean }) {
  const { t } = useTranslation('site-history');
  const { siteId, stops } = props;
  const [address, change] = useHistoryAddress();
  const at = stopAt(stops, address.at);
  const since = address.since === null ? undefined : stopAt(stops, address.since);
  const asOf = address.at ?? at?.asOf ?? '';
  const shownTrees = useTreesAsOf(siteId, asOf);
  // A comparison needs all trees of both times.
  const now = useApi(calls.siteTreeAsOf, { params: { siteId }, query: { asOf } }, { enabled: address.since !== null });
  const before = useApi(
    calls.siteTreeAsOf,
    { params: { siteId }, query: { asOf: address.since ?? '' } },
    { enabled: address.since !== null },
  );
  const shown = [since, at].filter((stop) => stop !== undefined);
  return (
    <Stack spacing={2.5}>
      <Panel title={t('slider')} subtitle={t('sliderText')}>
        <TimeSlider stops={stops} shown={shown} onChange={(next) => change(addressOf(next))} />
        <Steps stops={stops} at={at} since={since} address={address} change={change} isSampled={props.isSampled} />
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
  const { t, i18n } = useTranslation('site-history');
  if (list.asOf === undefined) return <NotLoaded list={list} />;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('asOf', { when: formatDateTime(list.asOf, i18n.language) })}
      </Typography>
      {list.trees.length === 0 ? <Typography>{t('noTrees')}</Typography> : <TreesAsOf list={list} />}
    </>
  );
}

/** The part of the address for one shown time, or for two to compare. @param shown the earlier time first */
function addressOf(shown: readonly Stop[]): Partial<HistoryAddress> {
  const [first, second] = shown;
  if (first === undefined) return {};
  return second === undefined ? { at: first.asOf } : { since: first.asOf, at: second.asOf };
}

function Steps(props: {
  stops: readonly Stop[];
  at: Stop | undefined;
  /** The time to compare with. The changes would read backwards if `at` were before it. */
  since: Stop | undefined;
  address: HistoryAddress;
  change: (part: Partial<HistoryAddress>) => void;
  isSampled: boolean;
}) {
  const { t } = useTranslation('site-history');
  const { stops, at, since, address, change } = props;
  const go = (by: -1 | 1) => {
    const to = beside(stops, at, by, since);
    return { disabled: to === undefined, onClick: () => to && change({ at: to.asOf }) };
  };
  const isComparing = address.since !== null;
  const first = stops.at(0);
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Button {...go(-1)}>{t('previous')}</Button>
      <Button {...go(1)}>{t('next')}</Button>
      {(props.isSampled || address.from !== null) && (
        <>
          <Button disabled={at === undefined} onClick={() => at && change({ ...zoomTo(stops, at), since: null })}>
            {t('closer')}
          </Button>
          <Button disabled={address.from === null} onClick={() => change({ from: null, to: null })}>
            {t('everything')}
          </Button>
        </>
      )}
      <FormControlLabel
        sx={{ minHeight: 44 }}
        label={t('compare')}
        control={
          <Switch
            checked={isComparing}
            onChange={() =>
              change(isComparing ? { since: null } : { since: first?.asOf ?? null, at: at?.asOf ?? null })
            }
          />
        }
      />
      {props.isSampled && (
        <Typography variant="body2" sx={{ color: 'text.secondary', width: '100%' }}>
          {t('sampled')}
        </Typography>
      )}
    </Stack>
  );
}
