import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { assertApproved, findQr } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

export interface SetActive {
  readonly qrId: string;
}

/** Takes a QR out of use: it is neither redeemed, claimed nor split. QRs below it go on. Done twice it changes nothing. */
export function decideDeactivate(state: CommissionTreeState, { qrId }: SetActive): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  if (!qr.isActive) return [];
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrDeactivated', data: { qrId, rootQrId, siteId, tenantId } }];
}

/** Puts a QR back into use, in the issue period that it is in. */
export function decideActivate(state: CommissionTreeState, { qrId }: SetActive): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  assertApproved(qr);
  if (qr.isActive) return [];
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrActivated', data: { qrId, rootQrId, siteId, tenantId } }];
}
