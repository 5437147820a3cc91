import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { useState } from 'react';
import { type LoadedList, useApiPages } from '../../lib/use-api.ts';

/** Rows per request. With the rest of the screen they make about 1,500 elements and 100 KB. */
const MAX_DRAWN = 150;
/** Up to this number of QRs, two levels below the root are open at first. */
const SMALL_TREE = 40;
const FIRST_LEVELS = 2;

export interface DrawnTree {
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
  const isNamed = id !== '' && siteId !== '';
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
function useRows(siteId: string | null, query: Query, enabled = true): LoadedList<TreeRow> {
  const ofSite = useApiPages(
    treeRowCalls.ofSite,
    { params: { siteId: siteId ?? '' }, query },
    { enabled: enabled && siteId !== null },
  );
  const own = useApiPages(treeRowCalls.ofDistributor, { query }, { enabled: enabled && siteId === null });
  return siteId === null ? own : ofSite;
}

const sum = (rows: readonly TreeRow[]) => rows.reduce((total, { childCount }) => total + childCount, rows.length);

/** The QRs from the root to a row, both included. */
export function pathTo(rows: readonly TreeRow[], row: TreeRow): readonly TreeRow[] {
  const byId = new Map(rows.map((one) => [one.id, one]));
  const path: TreeRow[] = [];
  for (let at: TreeRow | undefined = row; at; at = at.level === 0 ? undefined : byId.get(at.parentQrId ?? ''))
    path.unshift(at);
  return path;
}
