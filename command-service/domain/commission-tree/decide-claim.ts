import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { assertInUse, findQr } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

export interface ClaimQr {
  readonly qrId: string;
  readonly site: Site;
  readonly userId: string;
  /** Whether the account holds the role of a distributor. */
  readonly isDistributor: boolean;
  /** Whether the account owns the site's tenant. */
  readonly isSiteOwner: boolean;
  /** Redemptions of the QR that count in an issue period. */
  readonly redemptionsIn: (period: number) => number;
  readonly now: string;
}

/**
 * The first distributor to claim becomes the one owner (domain.md 8). The owner claiming again changes nothing.
 * @throws Refused CLAIM_INVALID, CLAIM_NOT_ALLOWED, ALREADY_CLAIMED, QR_INACTIVE, QR_EXPIRED, QR_FULL
 */
export function decideClaim(state: CommissionTreeState, command: ClaimQr): readonly CommissionTreeEvent[] {
  const { qrId, site, userId, now } = command;
  const found = state?.qrs.get(qrId);
  if (!found) throw new Refused('CLAIM_INVALID');
  const { tree, qr } = findQr(state, qrId);
  assertMayClaim(command);
  if (qr.ownerId === userId) return [];
  if (qr.ownerId !== null) throw new Refused('ALREADY_CLAIMED');
  if (!site.isActive) throw new Refused('SITE_INACTIVE');
  assertInUse(qr, now);
  const { maxRedemptions } = qr.terms;
  if (maxRedemptions !== null && command.redemptionsIn(qr.period) >= maxRedemptions) throw new Refused('QR_FULL');
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrClaimed', data: { qrId, rootQrId, siteId, tenantId, distributorId: userId } }];
}

function assertMayClaim({ site, userId, isDistributor, isSiteOwner }: ClaimQr): void {
  const isOfTheHouse = isSiteOwner || userId === site.ownerId || site.staff.has(userId);
  if (!isDistributor || isOfTheHouse || site.blockedDistributors.has(userId)) throw new Refused('CLAIM_NOT_ALLOWED');
}
