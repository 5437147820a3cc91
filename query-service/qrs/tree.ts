import type { QrTreeNode, TreeAnswer } from '@perktree/contracts/http/qr-answers';
import { type QrRow, type QrView, qrAnswerOf } from './qr-row.ts';

/** Rows of a subtree, nested. @param rows the QR itself first, parents before their children */
export function nested(rows: readonly [QrRow, ...QrRow[]], view: QrView): TreeAnswer {
  const childrenOf = new Map<string, QrTreeNode[]>();
  // From the deepest up: a node's children are complete when it is made.
  for (const row of rows.slice(1).reverse()) {
    const node = { ...qrAnswerOf(row, view), children: childrenOf.get(row.qr_id) ?? [] };
    const siblings = childrenOf.get(row.parent_qr_id ?? '') ?? [];
    siblings.unshift(node);
    childrenOf.set(row.parent_qr_id ?? '', siblings);
  }
  const qr = qrAnswerOf(rows[0], view);
  return { availableCommission: qr.availableCommission, qr, children: childrenOf.get(qr.id) ?? [] };
}
