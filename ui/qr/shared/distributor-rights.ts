import type { QrAnswer } from '@perktree/contracts/qr/answers';

interface SiteRights {
  readonly canSplit: boolean;
  readonly canCreateTopLevel: boolean;
  readonly isBlocked: boolean;
}

/** What a distributor may do with listed QR codes. The server enforces it. */
export function distributorRights(sites: ReadonlyMap<string, SiteRights>) {
  const siteOf = (qr: QrAnswer) => sites.get(qr.siteId);
  // A root that the distributor created but has not claimed is read-only.
  const isWithinClaims = (qr: QrAnswer) => qr.isMine || (!qr.isClaimed && qr.parentQrId !== null);
  return {
    split: (qr: QrAnswer) => siteOf(qr)?.canSplit === true && isWithinClaims(qr),
    /** A distributor may create top-level QR codes, but no sibling of a claimed child. */
    sibling: (qr: QrAnswer) => siteOf(qr)?.canCreateTopLevel === true && qr.isMine && qr.parentQrId === null,
    edit: (qr: QrAnswer) => qr.isMine && siteOf(qr)?.isBlocked !== true,
  };
}
