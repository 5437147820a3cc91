import type { TreeRow } from '@perktree/contracts/qr/answers';
import { MAX_TOGGLED, treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type ServerList, useServerList } from '../../../kit/list/server-list.tsx';
import type { TreeRows } from '../../../kit/list/tree-rows.ts';
import { type ListPage, queryString } from '../../../lib/api.ts';
import type { ListNames } from '../../../lib/list-state.ts';
import { useWholePrint } from '../../../lib/printing.ts';
import { type PagesOptions, urlOfKey } from '../../../lib/use-api.ts';
import { shouldRetry } from '../own-qrs.ts';

type Placed = Pick<TreeRow, 'id' | 'parentQrId' | 'level' | 'childCount'>;

/** Positions of tree rows among their siblings. */
export class Places {
  private readonly positions = new Map<string, number>();
  private readonly sizes = new Map<string, number>();

  /** Updates positions from the loaded rows. Rows of dropped pages keep theirs. */
  take(rows: readonly Placed[], startsAtTop: boolean): void {
    if (startsAtTop) this.positions.clear();
    const counts = new Map<string, number>();
    for (const row of rows) {
      const parent = parentOf(row);
      const before = counts.get(parent);
      const position = before === undefined ? (this.positions.get(row.id) ?? 1) : before + 1;
      counts.set(parent, position);
      this.positions.set(row.id, position);
      this.sizes.set(row.id, row.childCount);
    }
  }

  /** @param tops number of roots; -1 if unknown */
  of(row: Placed, tops: number): { position: number; size: number } {
    const size = row.level === 0 ? tops : (this.sizes.get(row.parentQrId ?? '') ?? -1);
    return { position: this.positions.get(row.id) ?? 1, size };
  }
}

const parentOf = ({ level, parentQrId }: Placed) => (level === 0 ? '' : (parentQrId ?? ''));

/** Toggles a QR. Above the maximum of a request, the oldest toggle is undone. */
export function withToggled(toggled: readonly string[], id: string): readonly string[] {
  if (toggled.includes(id)) return toggled.filter((one) => one !== id);
  return [...toggled, id].slice(-MAX_TOGGLED);
}

/** The pages without the descendants of a QR. */
export function withoutBelow<Pages extends InfiniteData<ListPage, unknown>>(
  data: Pages,
  { id, level }: TreeRow,
): Pages {
  let isBelow = false;
  const keep = (row: TreeRow) => {
    if (row.id === id) isBelow = true;
    else if (isBelow && row.level <= level) isBelow = false;
    return row.id === id || !isBelow;
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: (page.items as TreeRow[]).filter(keep) })) };
}

/** Levels of a whole tree, the root's among them: `treeRowsQuery`. */
const ALL_LEVELS = 33;
const PAGE_LENGTH = 30;

const NONE: readonly string[] = [];

export interface QrRows {
  readonly list: ServerList<TreeRow>;
  readonly tree: TreeRows<TreeRow>;
  /** Null if it has no children, or is shown outside of its tree. */
  readonly isOpen: (row: TreeRow) => boolean | null;
  readonly toggle: (row: TreeRow) => void;
}

/**
 * Rows of QR trees. Search, filter and sorting are in the page's address.
 * @param siteId null for the signed-in distributor's QRs
 * @param levelsOnScreen number of levels that are shown unless a QR is toggled
 */
export function useQrRows(
  siteId: string | null,
  names: ListNames,
  levelsOnScreen: number,
  options: Pick<PagesOptions, 'keepsAllPages'> = {},
): QrRows {
  const client = useQueryClient();
  const [toggledOnScreen, setToggled] = useState<readonly string[]>([]);
  // On paper every branch is open.
  const isPrinted = useWholePrint();
  const levels = isPrinted ? ALL_LEVELS : levelsOnScreen;
  const toggled = isPrinted ? NONE : toggledOnScreen;
  const list = useServerList(
    siteId === null ? treeRowCalls.ofDistributor : treeRowCalls.ofSite,
    siteId === null ? {} : { siteId },
    { ...names, pageLength: PAGE_LENGTH },
    { levels: String(levels), toggled: toggled.length === 0 ? undefined : toggled.join() },
    { ...options, retry: siteId === null ? shouldRetry : false },
  );
  const { items, firstIndex, hasMore, total, queryKey } = list.loaded;

  const isOpen = useCallback(
    (row: TreeRow) =>
      row.path !== null || row.childCount === 0 ? null : row.level < levels - 1 !== toggled.includes(row.id),
    [levels, toggled],
  );
  const key = useRef(queryKey);
  key.current = queryKey;
  const toggle = useCallback(
    (row: TreeRow) => {
      const next = withToggled(toggled, row.id);
      const url = new URL(urlOfKey(key.current), window.location.origin);
      const parameters = Object.fromEntries(url.searchParams);
      const changed = { ...parameters, toggled: next.length === 0 ? undefined : next.join() };
      const nextKey = [...key.current.filter((part) => !String(part).startsWith('?')), queryString(changed)];
      const data = client.getQueryData<InfiniteData<ListPage, unknown>>(key.current);
      // Show the rows that are already loaded until the new ones arrive.
      if (data) client.setQueryData(nextKey, isOpen(row) ? withoutBelow(data, row) : data);
      void client.invalidateQueries({ queryKey: nextKey, exact: true });
      setToggled(next);
    },
    [client, isOpen, toggled],
  );

  const places = useMemo(() => new Places(), []);
  places.take(items ?? [], firstIndex === 0);
  const end = firstIndex + (items?.length ?? 0);
  const tree: TreeRows<TreeRow> = {
    levelOf: (row) => (row.path === null ? row.level : 0),
    isOpen,
    placeOf: (row, index) =>
      row.path === null
        ? places.of(row, hasMore ? -1 : (items ?? []).filter(({ level }) => level === 0).length)
        : { position: index + 1, size: total ?? (hasMore ? -1 : end) },
    onToggle: toggle,
  };
  return { list: { ...list, url: csvUrl(list.url) }, tree, isOpen, toggle };
}

/** The CSV has all matching rows, whether or not their parents are open. */
function csvUrl(url: string): string {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  const { levels: _levels, toggled: _toggled, ...rest } = Object.fromEntries(searchParams);
  return pathname + queryString(rest);
}
