import type { QrTreeNode, TreeAnswer } from '@perktree/contracts/qr/answers';
import { type QrRow, type QrView, qrAnswerOf } from './qr-row.ts';

/** Rows of a subtree, nested. @param rows the QR itself first, parents before their children */
export function nested(rows: readonly [QrRow, ...QrRow[]], view: QrView): TreeAnswer {
  const qr = qrAnswerOf(rows[0], view);
  const children: QrTreeNode[] = [];
  const childrenOf = new Map([[qr.id, children]]);
  for (const row of rows.slice(1)) {
    const node = Object.assign(qrAnswerOf(row, view), { children: [] });
    childrenOf.set(node.id, node.children);
    childrenOf.get(node.parentQrId ?? '')?.push(node);
  }
  return { availableCommission: qr.availableCommission, qr, children };
}
