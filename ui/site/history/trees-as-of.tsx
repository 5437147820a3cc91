import { Box, Stack, Typography } from '@mui/material';
import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadedOf } from '../../kit/list/server-list.tsx';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { StatusBadge } from '../../kit/page.tsx';
import { benefitLabel, formatNumber, formatPercent, joined, personName } from '../../lib/format.ts';
import type { LoadedList } from '../../lib/use-api.ts';
import { TreeBranch } from '../../qr/shared/tree/tree-branch.tsx';

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

/** All QRs are open at first. */
export function TreesAsOf({ list }: { list: LoadedTrees }) {
  const { t } = useTranslation('site-history');
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
  const { t, i18n } = useTranslation('site-history');
  const number = (value: number) => formatNumber(value, i18n.language);
  const counters = [
    t('scans', { count: qr.totalScans, number: number(qr.totalScans) }),
    t('redemptions', { count: qr.totalRedemptions, number: number(qr.totalRedemptions) }),
    t('period', { number: number(qr.issuePeriod) }),
  ];
  return (
    <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', py: 0.5 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          <bdi>{qr.name}</bdi> {!qr.isActive && <StatusBadge tone="quiet" label={t('inactive')} />}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {joined([
            benefitLabel(qr.benefitTerms, i18n.language),
            qr.owner ? t('owner', { name: personName(qr.owner.name, i18n.language) }) : t('unclaimed'),
          ])}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {joined(counters)}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flex: 'none' }}>
        <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
          {formatPercent(qr.commissionPercent, i18n.language)}%
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('left', { percent: formatPercent(qr.availableCommission, i18n.language) })}
        </Typography>
      </Box>
    </Stack>
  );
}
