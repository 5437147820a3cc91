import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';

/** Merges pages into one forest. A later page repeats the ancestors of its QRs. */
export function mergedTrees(pages: readonly (readonly TreeAsOfNode[])[]): readonly TreeAsOfNode[] {
  return pages.reduce<readonly TreeAsOfNode[]>(merge, []);
}

function merge(before: readonly TreeAsOfNode[], added: readonly TreeAsOfNode[]): TreeAsOfNode[] {
  const ofAdded = new Map(added.map((node) => [node.qrId, node]));
  const known = new Set(before.map(({ qrId }) => qrId));
  return [
    ...before.map((node) => {
      const more = ofAdded.get(node.qrId)?.children ?? [];
      return more.length === 0 ? node : { ...node, children: merge(node.children, more) };
    }),
    ...added.filter(({ qrId }) => !known.has(qrId)),
  ];
}
