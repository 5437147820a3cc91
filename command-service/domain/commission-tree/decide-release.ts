import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { findQr } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

/**
 * The site's owner takes a QR from its distributor. What it earned before stays with whom it was earned by.
 * @throws Refused QR_NOT_FOUND, NOT_CLAIMED
 */
export function decideRelease(
  state: CommissionTreeState,
  { qrId }: { readonly qrId: string },
): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  if (qr.ownerId === null) throw new Refused('NOT_CLAIMED');
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrClaimReleased', data: { qrId, rootQrId, siteId, tenantId, distributorId: qr.ownerId } }];
}
