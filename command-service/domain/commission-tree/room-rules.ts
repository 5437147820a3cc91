import { fromBasisPoints, toBasisPoints } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import { LEAST_CHILD_PERCENT, MAX_TREE_DEPTH } from '@perktree/contracts/site-configuration';
import type { Site } from '../site/state.ts';
import { assertWithin, budgetOf } from './rules.ts';
import type { CommissionTree, Qr } from './state.ts';

/** The smallest percent of a child, in basis points: the greater of the product's and the site's (domain.md 7). */
export function leastChildPercent(site: Site): number {
  return Math.max(toBasisPoints(LEAST_CHILD_PERCENT), toBasisPoints(site.configuration.minSplitPercent));
}

/** @throws Refused COMMISSION_TOO_LOW @param percent in basis points */
export function assertNotTooLow(percent: number, site: Site): void {
  const least = leastChildPercent(site);
  if (percent < least) throw new Refused('COMMISSION_TOO_LOW', { least: fromBasisPoints(least) });
}

/**
 * There is room under a parent for children of these percents: in its budget, in the limits of the site, and in depth.
 * @param percents decimal strings
 * @throws Refused TREE_TOO_DEEP, TOO_MANY_SPLITS, TOO_MANY_SPLITS_IN_TREE, COMMISSION_TOO_LOW, COMMISSION_TOO_HIGH
 */
export function assertRoomFor(tree: CommissionTree, parent: Qr, percents: readonly string[], site: Site): void {
  const { maxSplitsPerQr, maxTotalSplits } = site.configuration;
  if (parent.depth + 1 > MAX_TREE_DEPTH) throw new Refused('TREE_TOO_DEEP', { limit: MAX_TREE_DEPTH });
  if (parent.childIds.length + percents.length > maxSplitsPerQr) {
    throw new Refused('TOO_MANY_SPLITS', { limit: maxSplitsPerQr });
  }
  // Every QR of a tree but its root is a split.
  if (maxTotalSplits !== null && tree.qrs.size - 1 + percents.length > maxTotalSplits) {
    throw new Refused('TOO_MANY_SPLITS_IN_TREE', { limit: maxTotalSplits });
  }
  const asked = percents.map(toBasisPoints);
  for (const percent of asked) assertNotTooLow(percent, site);
  assertWithin(
    asked.reduce((sum, percent) => sum + percent, 0),
    budgetOf(tree, parent),
  );
}
