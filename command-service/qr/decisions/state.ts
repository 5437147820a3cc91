import type { CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import type { QrApproval } from '@perktree/contracts/qr/answers';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Decider } from '../../engine/decider.ts';

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

export const commissionTreeDecider: Decider<CommissionTreeState, CommissionTreeEvent> = {
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
