import { type Birth, periodEnd } from '../domain/commission-tree/birth-rules.ts';
import type { CommissionTreeState } from '../domain/commission-tree/state.ts';
import type { Site } from '../domain/site/state.ts';
import type { QuotaClaim } from '../domain/subscription/decide-quota.ts';
import type { QuotaNeeded } from '../subscription/execute-taking.ts';

/** What new QRs need of the plan of the site's tenant, whoever makes them: each is active until its period ends. */
export function quotaOfNewQrs(
  site: Site,
  stream: string,
  births: readonly Pick<Birth, 'qrId'>[],
  now: string,
): QuotaNeeded {
  const until = periodEnd(now, site);
  const items = births.map(({ qrId }) => ({ id: qrId, stream, until }));
  return { tenantId: site.tenantId, quota: 'activeQrs', items };
}

/** What a command on a QR makes count, given the tree that it is decided on. */
export type ClaimsOf = (
  tree: CommissionTreeState,
  command: { readonly qrId: string; readonly site: Site; readonly now: string; readonly stream: string },
) => readonly QuotaClaim[];

/** Put back into use, a QR is active for the rest of its period; what has expired counts no more by itself. */
export const claimsOfActivation: ClaimsOf = (tree, { qrId, stream }) => {
  const qr = tree?.qrs.get(qrId);
  return qr && !qr.isActive ? [{ id: qrId, stream, until: qr.expiresAt }] : [];
};

/** A QR that is out of use stays so in its next period. */
export const claimsOfReissue: ClaimsOf = (tree, { qrId, stream, site, now }) =>
  tree?.qrs.get(qrId)?.isActive ? [{ id: qrId, stream, until: periodEnd(now, site) }] : [];

/** A waiting root does not count. Approved, it is active for its first issue period. */
export const claimsOfApproval: ClaimsOf = (tree, { qrId, stream, site, now }) =>
  tree?.qrs.get(qrId)?.approval === 'waiting' ? [{ id: qrId, stream, until: periodEnd(now, site) }] : [];
