import type { EventOf } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { periodEnd, periodLengthMs } from './birth-rules.ts';
import { assertApproved, findQr, isExpired } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

export interface ReissueQr {
  readonly qrId: string;
  readonly site: Site;
  readonly now: string;
}

/**
 * Opens the next issue period by hand, from now on, with a fresh redemption counter.
 * @throws Refused QR_NOT_FOUND, QR_NOT_APPROVED, QR_STILL_VALID
 */
export function decideReissue(state: CommissionTreeState, command: ReissueQr): readonly EventOf<'QrReissued'>[] {
  const { qrId, site, now } = command;
  const { tree, qr } = findQr(state, qrId);
  assertApproved(qr);
  if (!isExpired(qr, now)) throw new Refused('QR_STILL_VALID');
  const { rootQrId, siteId, tenantId } = tree;
  const period = { period: qr.period + 1, startsAt: now, expiresAt: periodEnd(now, site) };
  return [{ type: 'QrReissued', data: { qrId, rootQrId, siteId, tenantId, ...period, trigger: 'by_hand' } }];
}

/**
 * Opens the period that is valid now, as the site's renewal policy has it: periods follow one another from the old one's
 * end without a gap, and one that passed while no job ran counts too (domain.md 4). Asked too early, twice, or for a QR
 * or site that is out of use, it does nothing: a job may be late or run again.
 * @throws Refused QR_NOT_FOUND
 */
export function decideAutomaticReissue(
  state: CommissionTreeState,
  command: ReissueQr,
): readonly EventOf<'QrReissued'>[] {
  const { qrId, site, now } = command;
  const { tree, qr } = findQr(state, qrId);
  const isWanted = site.isActive && qr.isActive && site.configuration.renewalPolicy === 'auto_reissue_on_expire';
  if (!isWanted || !isExpired(qr, now)) return [];
  const length = periodLengthMs(site);
  const oldEnd = Date.parse(qr.expiresAt);
  const missed = Math.floor((Date.parse(now) - oldEnd) / length);
  const startsAt = new Date(oldEnd + missed * length).toISOString();
  const { rootQrId, siteId, tenantId } = tree;
  const period = { period: qr.period + 1 + missed, startsAt, expiresAt: periodEnd(startsAt, site) };
  return [{ type: 'QrReissued', data: { qrId, rootQrId, siteId, tenantId, ...period, trigger: 'automatic' } }];
}
