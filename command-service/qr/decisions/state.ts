import type { CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { QrApproval } from '@perktree/contracts/qr/answers';
import type { NewQr, QrLink, QrTerms } from '@perktree/contracts/qr/events';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Fold } from '../../engine/fold.ts';

export interface Qr {
  readonly qrId: string;
  /** Null: the root. */
  readonly parentQrId: string | null;
  /** 0 for the root. */
  readonly depth: number;
  readonly childIds: readonly string[];
  readonly terms: QrTerms;
  readonly customerToken: string;
  readonly distributorToken: string;
  /** The distributor that has claimed it; null: unclaimed. */
  readonly ownerId: string | null;
  readonly isActive: boolean;
  /** Set on an inactive root of a distributor that the site's owner has not approved or has declined. */
  readonly approval: QrApproval | null;
  /** The current issue period, from 1. */
  readonly period: number;
  readonly periodStartsAt: string;
  /** The end of the current issue period, exclusive. */
  readonly expiresAt: string;
  readonly createdAt: string;
  /** A split or sibling that a distributor made. It counts against no plan, but against the tree's limit of these. */
  readonly isByDistributor: boolean;
}

export interface CommissionTree {
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  /** Chosen for the campaign; null: the site's counts. */
  readonly renewalPolicy: SiteConfiguration['renewalPolicy'] | null;
  readonly qrs: ReadonlyMap<string, Qr>;
}

/** Null: no such tree. */
export type CommissionTreeState = CommissionTree | null;

export const commissionTreeFold: Fold<CommissionTreeState, CommissionTreeEvent> = {
  initialState: null,
  evolve(tree, event, at, by) {
    if (event.type === 'RootQrCreated') {
      const { rootQrId, siteId, tenantId, qr, approval } = event.data;
      const created = qrOfNew(qr, { parentQrId: null, depth: 0, isByDistributor: false }, at);
      const root: Qr = approval === 'waiting' ? { ...created, isActive: false, approval } : created;
      return { rootQrId, siteId, tenantId, renewalPolicy: null, qrs: new Map([[root.qrId, root]]) };
    }
    if (tree === null) throw new Error(`${event.type} before RootQrCreated`);
    return evolveTree(tree, event, at, by === 'distributor');
  },
};

function evolveTree(
  tree: CommissionTree,
  event: Exclude<CommissionTreeEvent, { type: 'RootQrCreated' }>,
  at: string,
  isByDistributor: boolean,
): CommissionTree {
  const { qrId } = event.data;
  switch (event.type) {
    case 'QrSplit':
      return withChildren(tree, qrId, event.data.children, { depth: event.data.depth, isByDistributor }, at);
    case 'SiblingQrCreated':
      return withChildren(
        tree,
        event.data.parentQrId,
        [event.data.qr],
        { depth: event.data.depth, isByDistributor },
        at,
      );
    case 'QrEdited':
      return withQr(tree, qrId, { terms: event.data.terms });
    case 'QrClaimed':
      return withQr(tree, qrId, { ownerId: event.data.distributorId });
    case 'QrClaimReleased':
      return withQr(tree, qrId, { ownerId: null });
    case 'QrReissued': {
      const { period, startsAt, expiresAt } = event.data;
      return withQr(tree, qrId, { period, periodStartsAt: startsAt, expiresAt });
    }
    case 'QrRenewalChosen':
      return { ...tree, renewalPolicy: event.data.renewalPolicy };
    case 'QrApproved': {
      const { startsAt, expiresAt } = event.data;
      return withQr(tree, qrId, { approval: null, isActive: true, periodStartsAt: startsAt, expiresAt });
    }
    case 'QrDeclined':
      return withQr(tree, qrId, { approval: 'declined' });
    case 'QrLinkReplaced': {
      const { link, token } = event.data;
      return withQr(tree, qrId, link === 'customer' ? { customerToken: token } : { distributorToken: token });
    }
    case 'QrDeactivated':
      return withQr(tree, qrId, { isActive: false });
    case 'QrActivated':
      return withQr(tree, qrId, { isActive: true });
  }
}

function qrOfNew(qr: NewQr, place: Pick<Qr, 'parentQrId' | 'depth' | 'isByDistributor'>, at: string): Qr {
  const { qrId, terms, customerToken, distributorToken, expiresAt } = qr;
  return {
    qrId,
    terms,
    customerToken,
    distributorToken,
    expiresAt,
    ...place,
    childIds: [],
    ownerId: null,
    isActive: true,
    approval: null,
    period: 1,
    periodStartsAt: at,
    createdAt: at,
  };
}

function withChildren(
  tree: CommissionTree,
  parentQrId: string,
  children: readonly NewQr[],
  made: Pick<Qr, 'depth' | 'isByDistributor'>,
  at: string,
): CommissionTree {
  const parent = qrOf(tree, parentQrId);
  const qrs = new Map(tree.qrs);
  qrs.set(parentQrId, { ...parent, childIds: [...parent.childIds, ...children.map(({ qrId }) => qrId)] });
  for (const child of children) qrs.set(child.qrId, qrOfNew(child, { parentQrId, ...made }, at));
  return { ...tree, qrs };
}

function withQr(tree: CommissionTree, qrId: string, change: Partial<Qr>): CommissionTree {
  return { ...tree, qrs: new Map(tree.qrs).set(qrId, { ...qrOf(tree, qrId), ...change }) };
}

function qrOf(tree: CommissionTree, qrId: string): Qr {
  const qr = tree.qrs.get(qrId);
  if (!qr) throw new Error(`QR ${qrId} is not in the tree of ${tree.rootQrId}`);
  return qr;
}

/**
 * A QR of a tree.
 * @throws Refused QR_NOT_FOUND
 */
export function findQr(tree: CommissionTreeState, qrId: string): { readonly tree: CommissionTree; readonly qr: Qr } {
  const qr = tree?.qrs.get(qrId);
  if (!tree || !qr) throw new Refused('QR_NOT_FOUND');
  return { tree, qr };
}

/** The ids that every event about a QR contains. */
export function placeOf({ rootQrId, siteId, tenantId }: CommissionTree, qrId: string) {
  return { qrId, rootQrId, siteId, tenantId };
}

/** The QRs from the root (first) to the given one (last). */
export function pathFromRoot(tree: CommissionTree, qrId: string): readonly Qr[] {
  const path: Qr[] = [];
  for (let qr = tree.qrs.get(qrId); qr; qr = qr.parentQrId === null ? undefined : tree.qrs.get(qr.parentQrId)) {
    path.unshift(qr);
  }
  return path;
}

/** Decided by the time of the command, never by a job. @param now ISO 8601 UTC */
export function isQrExpired(qr: Qr, now: string): boolean {
  return Date.parse(now) >= Date.parse(qr.expiresAt);
}

/** @throws Refused QR_NOT_APPROVED */
export function assertQrApproved({ approval }: Pick<Qr, 'approval'>): void {
  if (approval !== null) throw new Refused('QR_NOT_APPROVED');
}

export const tokenOf = (qr: Pick<Qr, 'customerToken' | 'distributorToken'>, link: QrLink): string =>
  link === 'customer' ? qr.customerToken : qr.distributorToken;

/** A token that a link had before leads to the QR no more. @throws Refused CODE_REPLACED */
export function assertNotReplaced(
  qr: Pick<Qr, 'customerToken' | 'distributorToken'>,
  link: QrLink,
  token: string,
): void {
  if (tokenOf(qr, link) !== token) throw new Refused('CODE_REPLACED');
}

/** @throws Refused QR_NOT_APPROVED, QR_EXPIRED, QR_INACTIVE */
export function assertInUse(qr: Qr, now: string): void {
  assertQrApproved(qr);
  if (!qr.isActive) throw new Refused('QR_INACTIVE');
  if (isQrExpired(qr, now)) throw new Refused('QR_EXPIRED');
}
