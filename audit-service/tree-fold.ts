import type { NewQr, QrTerms } from '@perktree/contracts/events/commission-tree';
import type { TreeEvent } from './stream-history.ts';

/** One QR as the events of its tree tell it. */
export interface QrThen {
  readonly qrId: string;
  /** Null: the root. */
  readonly parentQrId: string | null;
  readonly createdAt: string;
  terms: QrTerms;
  ownerId: string | null;
  isActive: boolean;
  period: number;
  expiresAt: string;
}

/** QRs by id; parents before their children, which stand in the order in which they were made. */
export type TreeThen = ReadonlyMap<string, QrThen>;

/** A tree after some events of its stream. What is said about a QR that the tree has not is passed over. */
export function foldTree(events: readonly TreeEvent[]): TreeThen {
  const tree = new Map<string, QrThen>();
  for (const event of events) apply(tree, event);
  return tree;
}

function apply(tree: Map<string, QrThen>, { fact, metadata }: TreeEvent): void {
  const bear = (qr: NewQr, parentQrId: string | null, isActive = true) =>
    tree.set(qr.qrId, { ...newborn(qr, parentQrId, metadata.recordedAt), isActive });
  switch (fact.type) {
    case 'RootQrCreated':
      bear(fact.data.qr, null, fact.data.approval !== 'waiting');
      return;
    case 'QrSplit':
      for (const child of fact.data.children) bear(child, fact.data.qrId);
      return;
    case 'SiblingQrCreated':
      bear(fact.data.qr, fact.data.parentQrId);
      return;
  }
  const qr = tree.get(fact.data.qrId);
  if (qr === undefined) return;
  switch (fact.type) {
    case 'QrEdited':
      qr.terms = fact.data.terms;
      return;
    case 'QrClaimed':
      qr.ownerId = fact.data.distributorId;
      return;
    case 'QrClaimReleased':
      qr.ownerId = null;
      return;
    case 'QrReissued':
      qr.period = fact.data.period;
      qr.expiresAt = fact.data.expiresAt;
      return;
    case 'QrApproved':
      qr.isActive = true;
      qr.expiresAt = fact.data.expiresAt;
      return;
    case 'QrDeclined':
      return;
    case 'QrDeactivated':
      qr.isActive = false;
      return;
    case 'QrActivated':
      qr.isActive = true;
  }
}

function newborn({ qrId, terms, expiresAt }: NewQr, parentQrId: string | null, createdAt: string): QrThen {
  return { qrId, parentQrId, createdAt, terms, expiresAt, ownerId: null, isActive: true, period: 1 };
}

/** The QRs from the root to one of them; empty where the tree has not got it. */
export function pathTo(tree: TreeThen, qrId: string): readonly QrThen[] {
  const path: QrThen[] = [];
  // A parent that is its own descendant would go on for ever: no path is longer than its tree.
  for (let qr = tree.get(qrId); qr !== undefined && path.length < tree.size; qr = tree.get(qr.parentQrId ?? '')) {
    path.unshift(qr);
  }
  return path;
}
