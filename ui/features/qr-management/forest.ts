import type { QrAnswer } from '@perktree/contracts/http/qrs';

export interface TreeNode {
  readonly qr: QrAnswer;
  readonly children: readonly TreeNode[];
}

/**
 * The trees of a flat list, in the list's order. A QR whose parent is not in the list (a distributor's claimed child)
 * stands at the top.
 */
export function growForest(qrs: readonly QrAnswer[]): TreeNode[] {
  const listed = new Set(qrs.map((qr) => qr.id));
  const childrenOf = new Map<string | null, QrAnswer[]>();
  for (const qr of qrs) {
    const parent = qr.parentQrId !== null && listed.has(qr.parentQrId) ? qr.parentQrId : null;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), qr]);
  }
  const grow = (qr: QrAnswer): TreeNode => ({ qr, children: (childrenOf.get(qr.id) ?? []).map(grow) });
  return (childrenOf.get(null) ?? []).map(grow);
}

export function countBelow(node: TreeNode): number {
  return node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}
