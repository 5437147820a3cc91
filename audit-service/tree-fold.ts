import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import type { TreeEvent } from './stream-history.ts';

/** A QR, folded from the events of its tree. */
export interface QrSnapshot {
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
export type TreeSnapshot = ReadonlyMap<string, QrSnapshot>;

/** Folds a tree from events of its stream. Events about unknown QRs are ignored. */
export function foldTree(events: readonly TreeEvent[]): TreeSnapshot {
  const tree = new Map<string, QrSnapshot>();
  for (const event of events) apply(tree, event);
  return tree;
}

function apply(tree: Map<string, QrSnapshot>, { fact, metadata }: TreeEvent): void {
  const addQr = (qr: NewQr, parentQrId: string | null, isActive = true) =>
    tree.set(qr.qrId, { ...newQr(qr, parentQrId, metadata.recordedAt), isActive });
  switch (fact.type) {
    case 'RootQrCreated':
      addQr(fact.data.qr, null, fact.data.approval !== 'waiting');
      return;
    case 'QrSplit':
      for (const child of fact.data.children) addQr(child, fact.data.qrId);
      return;
    case 'SiblingQrCreated':
      addQr(fact.data.qr, fact.data.parentQrId);
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
    case 'QrRenewalChosen':
    case 'QrLinkReplaced':
      return;
    case 'QrDeactivated':
      qr.isActive = false;
      return;
    case 'QrActivated':
      qr.isActive = true;
  }
}

function newQr({ qrId, terms, expiresAt }: NewQr, parentQrId: string | null, createdAt: string): QrSnapshot {
  return { qrId, parentQrId, createdAt, terms, expiresAt, ownerId: null, isActive: true, period: 1 };
}

/** The QRs from the root to one of them; empty if the tree does not contain it. */
export function pathInTree(tree: TreeSnapshot, qrId: string): readonly QrSnapshot[] {
  const path: QrSnapshot[] = [];
  // Parents may form a cycle in a damaged store: no path is longer than its tree.
  for (let qr = tree.get(qrId); qr !== undefined && path.length < tree.size; qr = tree.get(qr.parentQrId ?? '')) {
    path.unshift(qr);
  }
  return path;
}
