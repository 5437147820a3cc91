import { Box, Stack, Typography } from '@mui/material';
import type { TreeAsOfAnswer, TreeAsOfNode } from '@perktree/contracts/audit/calls';
import type { MarkAnswer } from '@perktree/contracts/audit/report-calls';
import type { BenefitTerms } from '@perktree/contracts/qr/shown-benefit';
import { useCallback, useMemo, useState } from 'react';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { StatusBadge } from '../../kit/page.tsx';
import type { LoadedList } from '../../lib/use-api.ts';
import { joined, useLocale } from '../../lib/use-locale.ts';
import { TreeBranch } from '../../qr/shared/tree/tree-branch.tsx';

/** The time of one or more events. */
export interface Stop {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The `asOf` of the trees call. */
  readonly asOf: string;
  /** Distinct event types at this time. */
  readonly kinds: readonly string[];
  readonly events: number;
}

/** Groups marks of the same instant into stops, oldest first. */
export function stopsOf(marks: readonly MarkAnswer[]): readonly Stop[] {
  const stops: Stop[] = [];
  for (const { asOf, at, kind, events } of marks) {
    const time = Date.parse(at);
    const last = stops.at(-1);
    if (last?.time !== time) stops.push({ time, asOf, kinds: [kind], events });
    else {
      const kinds = last.kinds.includes(kind) ? last.kinds : [...last.kinds, kind];
      stops[stops.length - 1] = { time, asOf: new Date(time).toISOString(), kinds, events: last.events + events };
    }
  }
  return stops;
}

/** A shown time, with the types of its events; none between events. */
export type ShownTime = Pick<Stop, 'time' | 'kinds'>;

/** Index of the stop with this `asOf`, or of the last one before it; -1: all are later. Null, or a text that is no time: the newest. */
function indexAt(stops: readonly Stop[], asOf: string | null): number {
  const exact = stops.findIndex((stop) => stop.asOf === asOf);
  const time = asOf === null ? Number.NaN : Date.parse(asOf);
  if (exact >= 0 || Number.isNaN(time)) return exact >= 0 ? exact : stops.length - 1;
  return stops.findLastIndex((stop) => stop.time <= time);
}

/** The moment of an `asOf`: a stop, or a time between stops. Undefined without stops. */
export function momentAt(stops: readonly Stop[], asOf: string | null): ShownTime | undefined {
  const stop = stops[indexAt(stops, asOf)] ?? stops[0];
  const time = asOf === null || stop?.asOf === asOf ? Number.NaN : Date.parse(asOf);
  return stop === undefined || Number.isNaN(time) || stop.time === time ? stop : { time, kinds: [] };
}

/** The stop before or after an `asOf`; undefined at either end, and before `since`. */
export function beside(
  stops: readonly Stop[],
  asOf: string | null,
  by: -1 | 1,
  since: string | null = null,
): Stop | undefined {
  const index = indexAt(stops, asOf);
  const isBetween = momentAt(stops, asOf) !== stops[index];
  const next = by === 1 ? index + 1 : isBetween ? index : index - 1;
  const isPast = by === -1 && since !== null && next < indexAt(stops, since);
  return isPast ? undefined : stops[next];
}

const COMPARED = [
  'name',
  'owner',
  'commissionPercent',
  'benefitDisplay',
  'isActive',
  'issuePeriod',
  'maxRedemptions',
  'totalScans',
  'totalRedemptions',
] as const;
type Compared = (typeof COMPARED)[number];
type Value = string | BenefitTerms | null;

export interface QrChange {
  readonly qrId: string;
  readonly name: string;
  /** The QR did not exist at the earlier time. */
  readonly isNew: boolean;
  /** Null: not claimed, or no limit. */
  readonly changes: readonly { readonly what: Compared; readonly before: Value; readonly after: Value }[];
}

type TreesThen = Pick<TreeAsOfAnswer, 'asOf' | 'position' | 'trees'>;

/** Changes from the earlier of two times to the later one: an address may name them the other way round. */
export function changesBetween(one: TreesThen, other: TreesThen): readonly QrChange[] {
  const after = Date.parse(one.asOf) - Date.parse(other.asOf) || Number(one.position) - Number(other.position);
  return after <= 0 ? diffTrees(one.trees, other.trees) : diffTrees(other.trees, one.trees);
}

/** In the order of the trees. */
function diffTrees(before: readonly TreeAsOfNode[], after: readonly TreeAsOfNode[]): readonly QrChange[] {
  const known = new Map(flat(before).map((qr) => [qr.qrId, qr]));
  return flat(after).flatMap((qr): readonly QrChange[] => {
    const then = known.get(qr.qrId);
    const { qrId, name } = qr;
    if (then === undefined) return [{ qrId, name, isNew: true, changes: [] }];
    const changes = COMPARED.flatMap((what) => {
      const [was, is] = [shown(then, what), shown(qr, what)];
      if (was === is) return [];
      const isBenefit = what === 'benefitDisplay';
      return [{ what, before: isBenefit ? then.benefitTerms : was, after: isBenefit ? qr.benefitTerms : is }];
    });
    return changes.length === 0 ? [] : [{ qrId, name, isNew: false, changes }];
  });
}

const flat = (trees: readonly TreeAsOfNode[]): readonly TreeAsOfNode[] =>
  trees.flatMap((qr) => [qr, ...flat(qr.children)]);

function shown(qr: TreeAsOfNode, what: Compared): string | null {
  if (what === 'owner') return qr.owner?.name ?? null;
  const value = qr[what];
  return value === null ? null : String(value);
}

interface RowAsOf {
  readonly qr: TreeAsOfNode;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly size: number;
}

/** The visible QRs in depth-first order: all except the descendants of closed QRs. */
export function shownRows(trees: readonly TreeAsOfNode[], closed: ReadonlySet<string>): readonly RowAsOf[] {
  return trees.flatMap((qr, n) => [
    { qr, position: n + 1, size: trees.length },
    ...(closed.has(qr.qrId) ? [] : shownRows(qr.children, closed)),
  ]);
}

type Paging = Pick<LoadedList<RowAsOf>, 'error' | 'hasMore' | 'isLoading' | 'isLoadingMore' | 'loadMore' | 'retry'>;
type LoadedTrees = Paging & { readonly trees: readonly TreeAsOfNode[] };

const nothing = () => {};

/** Adapts an array to `LoadedList`, as VirtualList takes it. */
export function loadedOf<Item>(items: readonly Item[]): LoadedList<Item> {
  return {
    queryKey: [],
    items,
    firstIndex: 0,
    total: items.length,
    error: null,
    hasMore: false,
    isLoading: false,
    isLoadingMore: false,
    isOutdated: false,
    loadMore: nothing,
    loadPrevious: nothing,
    retry: nothing,
  };
}

/** All QRs are open at first. */
export function TreesAsOf({ list }: { list: LoadedTrees }) {
  const { t } = useLocale('site-history');
  const { trees } = list;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => shownRows(trees, closed), [trees, closed]);
  const toggle = useCallback(
    ({ qr }: RowAsOf) =>
      setClosed((before) => {
        const next = new Set(before);
        if (!next.delete(qr.qrId)) next.add(qr.qrId);
        return next;
      }),
    [],
  );
  const row = useCallback(
    (shown: RowAsOf) => (
      <TreeBranch
        level={shown.qr.depth}
        childCount={shown.qr.children.length}
        isOpen={closed.has(shown.qr.qrId) ? false : undefined}
        onToggle={() => toggle(shown)}
      >
        <QrAsOf qr={shown.qr} />
      </TreeBranch>
    ),
    [closed, toggle],
  );
  const { error, hasMore, isLoading, isLoadingMore, loadMore, retry } = list;
  const loaded = { ...loadedOf(rows), error, hasMore, isLoading, isLoadingMore, loadMore, retry, total: null };
  const tree = {
    levelOf: ({ qr }: RowAsOf) => qr.depth,
    isOpen: ({ qr }: RowAsOf) => (qr.children.length === 0 ? null : !closed.has(qr.qrId)),
    placeOf: ({ position, size }: RowAsOf) => ({ position, size }),
    onToggle: toggle,
  };
  return (
    <VirtualList list={loaded} label={t('trees')} keyOf={keyOf} height={90} tree={tree} lines={false}>
      {row}
    </VirtualList>
  );
}

const keyOf = ({ qr }: RowAsOf) => qr.qrId;

function QrAsOf({ qr }: { qr: TreeAsOfNode }) {
  const { t, format } = useLocale('site-history');
  const counters = [
    t('scans', { count: qr.totalScans, number: format.number(qr.totalScans) }),
    t('redemptions', { count: qr.totalRedemptions, number: format.number(qr.totalRedemptions) }),
    t('period', { number: format.number(qr.issuePeriod) }),
  ];
  return (
    <Stack direction="row" sx={{ columnGap: 1, flexWrap: 'wrap', py: 0.5 }}>
      <Box sx={{ flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 650 }}>
          <bdi>{qr.name}</bdi> {!qr.isActive && <StatusBadge tone="quiet" label={t('inactive')} />}
        </Typography>
        <Typography variant="quiet">
          {joined([
            format.benefit(qr.benefitTerms),
            qr.owner ? t('owner', { name: format.person(qr.owner.name) }) : t('unclaimed'),
          ])}
        </Typography>
        <Typography variant="quiet">{joined(counters)}</Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flex: 'none', ml: 'auto' }}>
        <Typography variant="amount">{format.percentage(qr.commissionPercent)}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('left', { percent: format.percent(qr.availableCommission) })}
        </Typography>
      </Box>
    </Stack>
  );
}
