import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { periodEnd } from './birth-rules.ts';
import { findQr } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

export interface DecideApproval {
  readonly qrId: string;
  readonly site: Site;
  readonly now: string;
}

/**
 * The site's owner lets a distributor's root be used. Its first issue period begins now, however long it has waited.
 * @throws Refused QR_NOT_FOUND, QR_NOT_WAITING
 */
export function decideApprove(
  state: CommissionTreeState,
  { qrId, site, now }: DecideApproval,
): readonly CommissionTreeEvent[] {
  const place = waitingQr(state, qrId);
  return [{ type: 'QrApproved', data: { ...place, startsAt: now, expiresAt: periodEnd(now, site) } }];
}

/** The site's owner does not want a distributor's root. @throws Refused QR_NOT_FOUND, QR_NOT_WAITING */
export function decideDecline(
  state: CommissionTreeState,
  { qrId }: { readonly qrId: string },
): readonly CommissionTreeEvent[] {
  return [{ type: 'QrDeclined', data: waitingQr(state, qrId) }];
}

function waitingQr(state: CommissionTreeState, qrId: string) {
  const { tree, qr } = findQr(state, qrId);
  if (qr.approval !== 'waiting') throw new Refused('QR_NOT_WAITING');
  const { rootQrId, siteId, tenantId } = tree;
  return { qrId, rootQrId, siteId, tenantId };
}
