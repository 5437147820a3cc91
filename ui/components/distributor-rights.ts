import type { QrAnswer } from '@perktree/contracts/http/qrs';

/** What a site lets the signed-in distributor do. */
interface SiteRights {
  readonly canSplit: boolean;
  readonly canCreateTopLevel: boolean;
  readonly isBlocked: boolean;
}

/** What a distributor may do with the QRs of its list (domain.md 7); the server decides it again. */
export function distributorRights(sites: ReadonlyMap<string, SiteRights>) {
  const siteOf = (qr: QrAnswer) => sites.get(qr.siteId);
  // A root that it made and has not claimed yet is only shown: it is not among its claims.
  const isWithinClaims = (qr: QrAnswer) => qr.isMine || (!qr.isClaimed && qr.parentQrId !== null);
  return {
    split: (qr: QrAnswer) => siteOf(qr)?.canSplit === true && isWithinClaims(qr),
    /** A distributor may make a top-level QR and no child beside a claimed one. */
    sibling: (qr: QrAnswer) => siteOf(qr)?.canCreateTopLevel === true && qr.isMine && qr.parentQrId === null,
    edit: (qr: QrAnswer) => qr.isMine && siteOf(qr)?.isBlocked !== true,
  };
}
