import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';

export interface RowAsOf {
  readonly qr: TreeAsOfNode;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly size: number;
}

/** The visible QRs in depth-first order: all except the descendants of closed QRs. */
export function shownRows(trees: readonly TreeAsOfNode[], closed: ReadonlySet<string>): readonly RowAsOf[] {
  return trees.flatMap((qr, n) => [
    { qr, position: n + 1, size: trees.length },
    ...(closed.has(qr.qrId) ? [] : shownRows(qr.children, closed)),
  ]);
}
