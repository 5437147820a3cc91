import type { QrAnswer } from '@perktree/contracts/http/qrs';
import type { ListRules } from '../../components/list/use-list.ts';
import type { TreeNode } from './forest.ts';

const isUsable = (qr: QrAnswer) => qr.isActive && !qr.isExpired && !qr.isMaxedOut;

export const QR_RULES: ListRules<QrAnswer> = {
  text: ({ name, internalName, benefitDisplay }) => [name, internalName ?? '', benefitDisplay].join('\n'),
  filters: {
    usable: isUsable,
    expired: ({ isExpired }) => isExpired,
    full: ({ isMaxedOut }) => isMaxedOut,
    inactive: ({ isActive }) => !isActive,
    claimed: ({ isClaimed }) => isClaimed,
    unclaimed: ({ isClaimed }) => !isClaimed,
  },
  sorts: {
    created: () => 0,
    newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
    name: (a, b) => a.name.localeCompare(b.name),
    scans: (a, b) => b.totalScans - a.totalScans,
    redemptions: (a, b) => b.totalRedemptions - a.totalRedemptions,
    commission: (a, b) => Number(b.commissionPercent) - Number(a.commissionPercent),
  },
};

/** Whole trees, some to a page. */
export const TREE_PAGES: ListRules<TreeNode> = {
  prefix: 'tree-',
  text: () => '',
  filters: {},
  sorts: { given: () => 0 },
  pageLength: 20,
};

/** In the order of `found`; with the QRs above them, without which nobody would see where in a tree they stand. */
export function withAncestors(found: readonly QrAnswer[], all: readonly QrAnswer[]): readonly QrAnswer[] {
  const byId = new Map(all.map((qr) => [qr.id, qr]));
  const kept = new Map<string, QrAnswer>();
  for (const qr of found) {
    for (let at: QrAnswer | undefined = qr; at && !kept.has(at.id); at = byId.get(at.parentQrId ?? ''))
      kept.set(at.id, at);
  }
  return [...kept.values()];
}
