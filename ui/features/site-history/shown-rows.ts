import type { TreeAsOfNode } from '@perktree/contracts/http/audit';

export interface RowAsOf {
  readonly qr: TreeAsOfNode;
  /** Among the QRs with the same parent, from 1. */
  readonly position: number;
  readonly size: number;
}

/** The QRs of trees, each before its descendants, without the descendants of closed ones. */
export function shownRows(trees: readonly TreeAsOfNode[], closed: ReadonlySet<string>): readonly RowAsOf[] {
  return trees.flatMap((qr, n) => [
    { qr, position: n + 1, size: trees.length },
    ...(closed.has(qr.qrId) ? [] : shownRows(qr.children, closed)),
  ]);
}
