import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Button, IconButton, Link, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { DataTable, type TableColumn } from '../../kit/figures.tsx';
import { NotLoaded } from '../../kit/list/list-footer.tsx';
import { Panel } from '../../kit/page.tsx';
import { printPage } from '../../lib/printing.ts';
import { type LoadedList, useApi, useApiPages } from '../../lib/use-api.ts';
import { personName, useLocale } from '../../lib/use-locale.ts';
import { EXAMPLE_SALE, type ExampleSplit, splitOf } from '../shared/tree/tree-branch.tsx';

/** Rows per request. With the rest of the screen they make about 1,500 elements and 100 KB. */
const MAX_DRAWN = 150;
/** Up to this number of QRs, two levels below the root are open at first. */
const SMALL_TREE = 40;
const FIRST_LEVELS = 2;

interface DrawnTree {
  /** The root first, each QR before its children. Undefined while they load. */
  readonly rows: readonly TreeRow[] | undefined;
  /** Loading and error state: of the root's request, then of the request for its descendants. */
  readonly list: LoadedList<TreeRow>;
  /** The QR does not exist, or the user may not see it. */
  readonly isUnknown: boolean;
  /** Null for a QR without children. */
  readonly isOpen: (row: TreeRow) => boolean | null;
  readonly toggle: (row: TreeRow) => void;
}

/**
 * Loads the rows of a tree in three requests, each limited to `MAX_DRAWN` rows.
 * @param siteId null for a QR of the signed-in distributor
 * @param id id of the QR to show as the root
 */
export function useTreeRows(siteId: string | null, id: string): DrawnTree {
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const isNamed = TYPED_UUID.test(id) && siteId !== '';
  const tops = useRows(siteId, { ids: id, levels: '1', limit: '1' }, isNamed);
  const query = { below: id, levels: String(FIRST_LEVELS), limit: String(MAX_DRAWN) };
  const children = useRows(siteId, query, isNamed);
  const withChildren = children.items?.filter(({ childCount }) => childCount > 0).map((row) => row.id) ?? [];
  const isSmall = sum(children.items ?? []) <= SMALL_TREE && withChildren.length <= SMALL_TREE;
  const open = opened ?? (isSmall ? withChildren : []);
  const toggled = open.length === 0 ? {} : { toggled: open.join() };
  const list = useRows(siteId, { ...query, ...toggled }, children.items !== undefined);

  const top = tops.items?.[0];
  // A distributor's levels count from their topmost QR, so the level of the root must be reset.
  const rows = list.items && top && [{ ...top, level: 0 }, ...list.items];
  const isOpen = (row: TreeRow) => (row.childCount === 0 ? null : row.level === 0 || open.includes(row.id));
  const toggle = (row: TreeRow) => {
    if (row.level === 0 || row.childCount === 0 || !rows) return;
    if (open.includes(row.id)) return setOpened(open.filter((one) => one !== row.id));
    // If too many rows would be drawn, close all branches except this one.
    const path = pathTo(rows, row).map((one) => one.id);
    const kept = rows.length + row.childCount > MAX_DRAWN ? open.filter((one) => path.includes(one)) : open;
    setOpened([...kept, row.id]);
  };
  return {
    rows,
    list: tops.items === undefined ? tops : list,
    isUnknown: !isNamed || tops.items?.length === 0,
    isOpen,
    toggle,
  };
}

type Query = Readonly<Partial<Record<'ids' | 'below' | 'levels' | 'limit' | 'toggled', string>>>;
function useRows(siteId: string | null, query: Query, enabled: boolean): LoadedList<TreeRow> {
  const call = siteId === null ? treeRowCalls.ofDistributor : treeRowCalls.ofSite;
  return useApiPages(call, { params: { siteId: siteId ?? '' }, query }, { enabled });
}

const sum = (rows: readonly TreeRow[]) => rows.reduce((total, { childCount }) => total + childCount, rows.length);

/** The QRs from the root to a row, both included. */
function pathTo(rows: readonly TreeRow[], row: TreeRow): readonly TreeRow[] {
  const byId = new Map(rows.map((one) => [one.id, one]));
  const path: TreeRow[] = [];
  for (let at: TreeRow | undefined = row; at; at = at.level === 0 ? undefined : byId.get(at.parentQrId ?? ''))
    path.unshift(at);
  return path;
}

/** Deeper levels are not indented further. */
const INDENTED_LEVELS = 6;

/** On a phone the indentation shows the level, and there is room for what each earns. */
const ON_WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** Text for the distributor who earns with a QR. Names are shown only if the user may see them. */
function ownerOf(row: TreeRow, t: TFunction<'commission-tree'>, language: string): string {
  if (!row.isClaimed) return t('unclaimed');
  if (row.claimedBy) return personName(row.claimedBy.name, language);
  return row.isMine ? t('you') : t('otherOwner');
}

/** A row for each shown QR: a button opens or closes its branch, its name chooses it for the example sale. */
function TreeTable(props: {
  tree: DrawnTree;
  rows: readonly TreeRow[];
  chosenId: string | null;
  onChoose: (id: string) => void;
  shareOf: (row: TreeRow) => string | null;
}) {
  const { t, format, language } = useLocale('commission-tree');
  const currency = props.rows[0]?.currency ?? 'EUR';
  const money = (amount: string) => format.money(amount, currency);
  const columns: readonly TableColumn<TreeRow>[] = [
    {
      title: t('column.qr'),
      value: (row) => {
        const isChosen = row.id === props.chosenId;
        const levels = Math.min(row.level, INDENTED_LEVELS);
        return (
          <Stack
            // On a phone the button stands below the name, which would have the width of a letter beside it.
            direction={{ xs: 'column', sm: 'row' }}
            sx={{
              alignItems: { xs: 'flex-start', sm: 'center' },
              paddingInlineStart: { xs: `${0.25 * levels}rem`, sm: `${0.75 * levels}rem` },
            }}
          >
            <Link
              component="button"
              aria-pressed={isChosen}
              onClick={() => props.onChoose(row.id)}
              sx={{ minHeight: 44, textAlign: 'start' }}
            >
              {row.name}
            </Link>
            <BranchButton tree={props.tree} row={row} />
          </Stack>
        );
      },
    },
    { title: t('column.level'), value: ({ level }) => level + 1, sx: ON_WIDE },
    { title: t('column.owner'), value: (row) => ownerOf(row, t, language) },
    {
      title: t('column.commission'),
      value: ({ commissionPercent }) => format.percentage(commissionPercent),
      align: 'right',
    },
    {
      title: t('column.share', { amount: money(EXAMPLE_SALE) }),
      value: (row) => {
        const share = props.shareOf(row);
        return share === null ? '–' : money(share);
      },
      align: 'right',
    },
    {
      title: t('column.redemptions'),
      value: ({ totalRedemptions }) => format.number(totalRedemptions),
      align: 'right',
      sx: ON_WIDE,
    },
  ];
  return (
    <DataTable
      label={t('tree')}
      columns={columns}
      rows={props.rows}
      keyOf={({ id }) => id}
      isSelected={({ id }) => id === props.chosenId}
      sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } } }}
    />
  );
}

/** The root stays open. */
function BranchButton({ tree, row }: { tree: DrawnTree; row: TreeRow }) {
  const { t } = useLocale('commission-tree');
  const isOpen = tree.isOpen(row);
  if (isOpen === null || row.level === 0) return null;
  return (
    <IconButton
      className="no-print"
      aria-expanded={isOpen}
      aria-label={isOpen ? t('close', { name: row.name }) : t('open', { count: row.childCount, name: row.name })}
      onClick={() => tree.toggle(row)}
    >
      {isOpen ? <ExpandLess /> : <ExpandMore />}
    </IconButton>
  );
}

/** Describes the split of the example sale in words. */
function SplitText({ split, path }: { split: ExampleSplit; path: readonly TreeRow[] }) {
  const { t, format, language } = useLocale('commission-tree');
  const last = path.at(-1);
  if (last === undefined) return null;
  const money = (amount: string) => format.money(amount, last.currency);
  const parts = path.flatMap((row) => {
    const amount = split.shares.get(row.id);
    if (amount === undefined) return [];
    const earned = { name: row.name, amount: money(amount) };
    const isOwn = row.isMine && !row.claimedBy;
    return [isOwn ? t('ownPart', earned) : t('part', { ...earned, owner: ownerOf(row, t, language) })];
  });
  const sale = t('sale', { amount: money(EXAMPLE_SALE), name: last.name });
  const list = parts.length === 0 ? t('noEarner') : `${parts.join('; ')}.`;
  const all = split.pool === null ? '' : t('pool', { amount: money(split.pool) });
  return (
    <>
      <strong>{sale}</strong> {list} {all}
    </>
  );
}

/**
 * The commission rule of a tree's site.
 * @param siteId null for a distributor, who may read it only by a QR
 * @param qrId empty until the tree has loaded
 */
function useRule(siteId: string | null, qrId: string): RuleChoice | undefined {
  const id = siteId ?? qrId;
  const call = siteId === null ? calls.ownSiteConfig : calls.siteConfiguration;
  return useApi(call, { params: { siteId: id, qrId: id } }, { enabled: id !== '' }).data?.commissionRule;
}

export function CommissionTable({ tree, siteId }: { tree: DrawnTree; siteId: string | null }) {
  const { t } = useLocale('commission-tree');
  const client = useQueryClient();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const rule = useRule(siteId, tree.rows?.[0]?.id ?? '');
  const { rows, list } = tree;
  if (rows === undefined || rule === undefined) return <NotLoaded list={list} />;
  const chosen = rows.find(({ id }) => id === chosenId) ?? null;
  const path = chosen === null ? null : pathTo(rows, chosen);
  const split = path && splitOf(path, rule);
  const shareOf = (row: TreeRow): string | null =>
    (split ?? splitOf(pathTo(rows, row), rule)).shares.get(row.id) ?? null;
  const hidden = rows.reduce((sum, { childCount }) => sum + childCount, 1) - rows.length;
  return (
    <Panel
      title={t('tree')}
      action={
        <Button className="no-print" startIcon={<PrintOutlined />} onClick={() => void printPage(client)}>
          {t('print')}
        </Button>
      }
    >
      <Stack spacing={2}>
        <Example split={split} path={path} onClear={() => setChosenId(null)} />
        <TreeTable
          tree={tree}
          rows={rows}
          chosenId={chosenId}
          onChoose={(id) => setChosenId(id === chosenId ? null : id)}
          shareOf={shareOf}
        />
        {hidden > 0 && <Typography variant="quiet">{t('hidden', { count: hidden })}</Typography>}
        {list.error && <Alert severity="warning">{t('outOfDate')}</Alert>}
      </Stack>
    </Panel>
  );
}

function Example(props: { split: ExampleSplit | null; path: readonly TreeRow[] | null; onClear: () => void }) {
  const { t } = useLocale('commission-tree');
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: { sm: 'center' } }}>
      <Typography role="status" variant="body2" sx={{ flex: 1 }}>
        {props.split && props.path ? <SplitText split={props.split} path={props.path} /> : t('choose')}
      </Typography>
      {props.split && (
        <Button size="small" onClick={props.onClear} sx={{ alignSelf: 'flex-start' }}>
          {t('clear')}
        </Button>
      )}
    </Stack>
  );
}
