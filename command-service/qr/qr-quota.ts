import type { Site } from '../site/decisions/state.ts';
import type { QuotaClaim } from '../subscription/decisions/subscription.ts';
import type { QuotaNeeded } from '../subscription/quotas.ts';
import { branchOf } from './decisions/change-branch.ts';
import type { ChangeQr } from './decisions/change-qr.ts';
import { type NewQrIds, periodEnd } from './decisions/create-qrs.ts';
import type { CommissionTreeState } from './decisions/state.ts';

/** New QRs use the plan of the site's tenant until their first period ends. */
export function quotaOfNewQrs(
  site: Site,
  stream: string,
  newIds: readonly Pick<NewQrIds, 'qrId'>[],
  now: string,
): QuotaNeeded {
  const until = periodEnd(now, site);
  const items = newIds.map(({ qrId }) => ({ id: qrId, stream, until }));
  return { tenantId: site.tenantId, quota: 'activeQrs', items };
}

/** The quota that a command on a QR needs, given the tree. */
export type ClaimsOf = (
  tree: CommissionTreeState,
  command: ChangeQr & { readonly stream: string },
) => readonly QuotaClaim[];

/** An activated QR counts until its period ends. */
export const claimsOfActivation: ClaimsOf = (tree, { qrId, stream }) => {
  const qr = tree?.qrs.get(qrId);
  return qr && !qr.isActive ? [{ id: qrId, stream, until: qr.expiresAt }] : [];
};

/** Each QR of a branch that is activated counts until its own period ends. */
export const claimsOfBranchActivation: ClaimsOf = (tree, { qrId, stream }) =>
  tree
    ? branchOf(tree, qrId)
        .filter(({ isActive }) => !isActive)
        .map((qr) => ({ id: qr.qrId, stream, until: qr.expiresAt }))
    : [];

/** An inactive QR stays inactive in its next period. */
export const claimsOfReissue: ClaimsOf = (tree, { qrId, stream, site, now }) =>
  tree?.qrs.get(qrId)?.isActive ? [{ id: qrId, stream, until: periodEnd(now, site) }] : [];

/** An approved root counts until its first period ends. */
export const claimsOfApproval: ClaimsOf = (tree, { qrId, stream, site, now }) =>
  tree?.qrs.get(qrId)?.approval === 'waiting' ? [{ id: qrId, stream, until: periodEnd(now, site) }] : [];
