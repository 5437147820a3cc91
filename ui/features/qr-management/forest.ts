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

/**
 * Trees as they were created: the newest root first, children oldest first. Only the root's own creation counts, so a tree
 * stays where it is when a QR is added below it. Children of one split were created together; they stand by name.
 */
export function asCreated(nodes: readonly TreeNode[]): TreeNode[] {
  return [...nodes].sort((a, b) => byCreation(b.qr, a.qr)).map(oldestFirst);
}

function oldestFirst({ qr, children }: TreeNode): TreeNode {
  return { qr, children: [...children].sort((a, b) => byCreation(a.qr, b.qr)).map(oldestFirst) };
}

function byCreation(a: QrAnswer, b: QrAnswer): number {
  return (
    a.createdAt.localeCompare(b.createdAt) ||
    a.name.localeCompare(b.name, undefined, { numeric: true }) ||
    a.id.localeCompare(b.id)
  );
}

export function countBelow(node: TreeNode): number {
  return node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}
