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

export type ChangingFact = Exclude<TreeEvent['fact'], { type: 'RootQrCreated' | 'QrSplit' | 'SiblingQrCreated' }>;

export function newQrsOf({ type, data }: TreeEvent['fact']): readonly NewQr[] {
  if (type === 'QrSplit') return data.children;
  return type === 'RootQrCreated' || type === 'SiblingQrCreated' ? [data.qr] : [];
}

export function changeOf(fact: ChangingFact): Partial<QrSnapshot> {
  switch (fact.type) {
    case 'QrEdited':
      return { terms: fact.data.terms };
    case 'QrClaimed':
      return { ownerId: fact.data.distributorId };
    case 'QrClaimReleased':
      return { ownerId: null };
    case 'QrReissued':
      return { period: fact.data.period, expiresAt: fact.data.expiresAt };
    case 'QrApproved':
      return { isActive: true, expiresAt: fact.data.expiresAt };
    case 'QrDeclined':
    case 'QrRenewalChosen':
    case 'QrLinkReplaced':
      return {};
    case 'QrDeactivated':
    case 'QrActivated':
      return { isActive: fact.type === 'QrActivated' };
  }
}

/** Folds a tree from events of its stream. Events about unknown QRs are ignored. */
export function foldTree(events: readonly TreeEvent[]): TreeSnapshot {
  const tree = new Map<string, QrSnapshot>();
  for (const { fact, metadata } of events) {
    const { type, data } = fact;
    if (type === 'RootQrCreated' || type === 'QrSplit' || type === 'SiblingQrCreated') {
      const parentQrId = type === 'RootQrCreated' ? null : type === 'QrSplit' ? data.qrId : data.parentQrId;
      const isActive = type !== 'RootQrCreated' || data.approval !== 'waiting';
      for (const { qrId, terms, expiresAt } of newQrsOf(fact)) {
        const createdAt = metadata.recordedAt;
        tree.set(qrId, { qrId, parentQrId, createdAt, terms, expiresAt, ownerId: null, isActive, period: 1 });
      }
    } else Object.assign(tree.get(data.qrId) ?? {}, changeOf(fact));
  }
  return tree;
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
