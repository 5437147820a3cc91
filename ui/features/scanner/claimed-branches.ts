import type { QrAnswer } from '@perktree/contracts/http/qrs';

/** A QR with those below it. */
export interface QrBranch {
  readonly qr: QrAnswer;
  readonly children: readonly QrBranch[];
}

/** The QRs that a distributor has claimed, each with its descendants below it; one that is below another claim stands there. */
export function claimedBranches(qrs: readonly QrAnswer[]): readonly QrBranch[] {
  const byId = new Map(qrs.map((qr) => [qr.id, qr]));
  const grow = (qr: QrAnswer): QrBranch => ({
    qr,
    children: qrs.filter(({ parentQrId }) => parentQrId === qr.id).map(grow),
  });
  return qrs.filter((qr) => qr.isMine && !byId.has(qr.parentQrId ?? '')).map(grow);
}
