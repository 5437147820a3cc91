import { fromBasisPoints, toBasisPoints } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { BENEFIT_FIELDS, type Benefit } from '@perktree/contracts/qr/benefit';
import { MAX_TREE_DEPTH, MIN_CHILD_PERCENT } from '@perktree/contracts/site/configuration';
import type { Site } from '../../site/decisions/state.ts';
import { type CommissionTree, isQrExpired, pathFromRoot, type Qr } from './state.ts';

/** Sum of the children's percents, in basis points. */
export function givenToChildren(tree: CommissionTree, qr: Qr): number {
  return qr.childIds.reduce((sum, id) => sum + toBasisPoints(tree.qrs.get(id)?.terms.commissionPercent ?? '0'), 0);
}

/** Percent that a QR can still give to children: its own minus the sum of theirs, in basis points. Never negative. */
export function budgetOf(tree: CommissionTree, qr: Qr): number {
  return toBasisPoints(qr.terms.commissionPercent) - givenToChildren(tree, qr);
}

/** Both percents are in basis points. @throws Refused COMMISSION_TOO_HIGH */
export function assertWithin(percent: number, available: number): void {
  if (percent > available) throw new Refused('COMMISSION_TOO_HIGH', { available: fromBasisPoints(available) });
}

/** The smallest percent of a child, in basis points: the greater of the product's and the site's minimum. */
function leastChildPercent(site: Site): number {
  return Math.max(toBasisPoints(MIN_CHILD_PERCENT), toBasisPoints(site.configuration.minSplitPercent));
}

/** @throws Refused COMMISSION_TOO_LOW @param percent in basis points */
export function assertNotTooLow(percent: number, site: Site): void {
  const least = leastChildPercent(site);
  if (percent < least) throw new Refused('COMMISSION_TOO_LOW', { least: fromBasisPoints(least) });
}

/**
 * Checks that a parent may have further children: depth, limits of the site, and budget of the parent.
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
  const basisPoints = percents.map(toBasisPoints);
  for (const percent of basisPoints) assertNotTooLow(percent, site);
  assertWithin(
    basisPoints.reduce((sum, percent) => sum + percent, 0),
    budgetOf(tree, parent),
  );
}

/**
 * Checks the room for splits and siblings that distributors make. They use up no plan of the owner, so a tree has at most
 * as many of them active as the plan allows active QRs in all. The owner sets a lower number by `maxTotalSplits`.
 * @param more that become active @param limit of the plan; null: none @throws Refused TOO_MANY_SPLITS_IN_TREE
 */
export function assertRoomForDistributors(tree: CommissionTree, more: number, limit: number | null, now: string): void {
  const active = [...tree.qrs.values()].filter(
    (qr) => qr.isByDistributor && qr.isActive && !isQrExpired(qr, now),
  ).length;
  if (limit !== null && active + more > limit) throw new Refused('TOO_MANY_SPLITS_IN_TREE', { limit });
}

/** Acts on a tree as the owner of its site or as a distributor. */
export type TreeActor = { readonly kind: 'site_owner' } | { readonly kind: 'distributor'; readonly userId: string };

/**
 * A distributor sees the QRs that it has claimed and their descendants, and no others.
 * @throws Refused QR_NOT_FOUND
 */
export function assertCanSee(tree: CommissionTree, qr: Qr, actor: TreeActor): void {
  if (actor.kind === 'site_owner') return;
  if (!pathFromRoot(tree, qr.qrId).some(({ ownerId }) => ownerId === actor.userId)) throw new Refused('QR_NOT_FOUND');
}

/**
 * The site's owner may split any QR. A distributor may split the QRs that it has claimed and their unclaimed descendants,
 * if the site lets distributors split.
 * @throws Refused QR_NOT_FOUND, SPLITTING_NOT_ALLOWED, DISTRIBUTOR_BLOCKED, NOT_ALLOWED
 */
export function assertMaySplit(tree: CommissionTree, qr: Qr, actor: TreeActor, site: Site): void {
  if (actor.kind === 'site_owner') return;
  assertCanSee(tree, qr, actor);
  if (!site.configuration.distributorCanGenerateChildQrs) throw new Refused('SPLITTING_NOT_ALLOWED');
  if (site.blockedDistributors.has(actor.userId)) throw new Refused('DISTRIBUTOR_BLOCKED');
  if (qr.ownerId !== null && qr.ownerId !== actor.userId) throw new Refused('NOT_ALLOWED');
}

/** The benefit fields of a command; null and undefined both mean missing. */
export interface BenefitFields {
  readonly type?: Benefit['type'] | undefined;
  readonly discountPercent?: number | null | undefined;
  readonly discountFixedAmount?: number | null | undefined;
  readonly textReward?: string | null | undefined;
}

/**
 * The benefit of a command: exactly the field of its type is set. A missing value stays as it is unless the type changes.
 * @throws Refused VALIDATION_FAILED
 */
export function benefitOf(fields: BenefitFields, current: Benefit | null): Benefit {
  const type = fields.type ?? current?.type;
  if (type === undefined) throw invalidField('type', 'REQUIRED');
  const own = BENEFIT_FIELDS[type];
  for (const field of Object.values(BENEFIT_FIELDS)) {
    if (field !== own && fields[field] != null) throw invalidField(field, 'OTHER_BENEFIT_TYPE');
  }
  const value = fields[own] ?? (current?.type === type ? current[own] : null);
  if (value === null || value === undefined) throw invalidField(own, 'REQUIRED');
  return { type, discountPercent: null, discountFixedAmount: null, textReward: null, [own]: value };
}

export function sameBenefit(a: Benefit, b: Benefit): boolean {
  return a.type === b.type && a[BENEFIT_FIELDS[a.type]] === b[BENEFIT_FIELDS[b.type]];
}
