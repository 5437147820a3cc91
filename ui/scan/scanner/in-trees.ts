import type { TreeRow } from '@perktree/contracts/qr/answers';
import type { LoadedList } from '../../lib/use-api.ts';

/** A root that the distributor created and has not claimed. */
export const isMade = (qr: TreeRow) => qr.parentQrId === null && !qr.isClaimed;

/**
 * The list without the roots that the distributor created and has not claimed, which are shown below it. It counts as not loaded while it has no
 * rows and more pages follow.
 */
export function inTrees(list: LoadedList<TreeRow>): LoadedList<TreeRow> {
  const items = list.items?.filter((qr) => !isMade(qr));
  const shownElsewhere = (list.items?.length ?? 0) - (items?.length ?? 0);
  return { ...list, items: items?.length === 0 && list.hasMore ? undefined : items, shownElsewhere };
}
