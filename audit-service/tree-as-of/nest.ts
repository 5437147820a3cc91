import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import type { Currency } from '@perktree/contracts/kernel/money';
import { normalizePercent, toBasisPoints } from '@perktree/contracts/kernel/percent';
import { benefitDisplay } from '@perktree/contracts/qr/benefit';
import type { QrSnapshot, TreeSnapshot } from '../tree-fold.ts';
import type { SiteAsOf } from './site-as-of.ts';

/** Who owned a QR of the trees. */
export function ownersOf({ trees }: SiteAsOf): readonly string[] {
  const owners = trees.flatMap((tree) => [...tree.values()].flatMap(({ ownerId }) => ownerId ?? []));
  return [...new Set(owners)];
}

/** Trees as answers: roots with everything below them. @param names of all owners */
export function nestedTrees(
  site: SiteAsOf,
  names: ReadonlyMap<string, string>,
  currency: Currency,
): readonly TreeAsOfNode[] {
  return site.trees.flatMap((tree) => nest(tree, (qr, depth) => node(qr, depth, site, names, currency)));
}

/** The QRs at some places of trees, counted with parents before their children, and the QRs above them. */
export function nodesBetween(trees: readonly TreeAsOfNode[], from: number, to: number): readonly TreeAsOfNode[] {
  let place = 0;
  const within = (nodes: readonly TreeAsOfNode[]): TreeAsOfNode[] =>
    nodes.flatMap((node) => {
      const own = place;
      place += 1;
      const children = within(node.children);
      return (own >= from && own < to) || children.length > 0 ? [{ ...node, children }] : [];
    });
  return within(trees);
}

function nest(tree: TreeSnapshot, answerOf: (qr: QrSnapshot, depth: number) => TreeAsOfNode): readonly TreeAsOfNode[] {
  const nodes = new Map<string, TreeAsOfNode>();
  const roots: TreeAsOfNode[] = [];
  // Parents come before their children.
  for (const qr of tree.values()) {
    const parent = nodes.get(qr.parentQrId ?? '');
    const own = answerOf(qr, parent === undefined ? 0 : parent.depth + 1);
    nodes.set(qr.qrId, own);
    if (parent === undefined) roots.push(own);
    else parent.children.push(own);
  }
  for (const own of nodes.values()) {
    const given = own.children.reduce((sum, child) => sum + toBasisPoints(child.commissionPercent), 0);
    own.availableCommission = (toBasisPoints(own.commissionPercent) - given) / 100;
  }
  return roots;
}

function node(
  { qrId, terms, ownerId, isActive, period, expiresAt, createdAt }: QrSnapshot,
  depth: number,
  { scans, redemptions }: SiteAsOf,
  names: ReadonlyMap<string, string>,
  currency: Currency,
): TreeAsOfNode {
  const redeemed = redemptions.get(qrId);
  return {
    qrId,
    name: terms.name,
    internalName: terms.internalName,
    depth,
    benefitDisplay: benefitDisplay(terms.benefit, currency),
    benefitTerms: { ...terms.benefit, currency },
    commissionPercent: normalizePercent(terms.commissionPercent),
    availableCommission: 0,
    isClaimed: ownerId !== null,
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? '' },
    isActive,
    issuePeriod: period,
    expiresAtUtc: expiresAt,
    maxRedemptions: terms.maxRedemptions,
    totalScans: scans.get(qrId) ?? 0,
    totalRedemptions: redeemed?.total ?? 0,
    periodRedemptions: redeemed?.byPeriod.get(period) ?? 0,
    createdAt,
    children: [],
  };
}
