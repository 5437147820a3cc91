import type { TreeRow } from '@perktree/contracts/qr/answers';
import { MOST_TOGGLED } from '@perktree/contracts/qr/list-calls';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from '../../../lib/api.ts';

/** Toggles a QR. Above the maximum of a request, the oldest toggle is undone. */
export function withToggled(toggled: readonly string[], id: string): readonly string[] {
  if (toggled.includes(id)) return toggled.filter((one) => one !== id);
  return [...toggled, id].slice(-MOST_TOGGLED);
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
