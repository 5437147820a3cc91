import { Refused } from '@perktree/contracts/kernel/refusals';
import { assertClaimable, type ClaimQr } from './change-qr.ts';
import { assertCanSee, assertMaySplit, type TreeActor } from './rules.ts';
import { type CommissionTreeState, findQr } from './state.ts';

/**
 * The distributor token of a QR that the actor may invite a distributor to claim: the site's owner, and distributors who
 * may split it.
 * @throws Refused QR_NOT_FOUND, ALREADY_CLAIMED, SPLITTING_NOT_ALLOWED, DISTRIBUTOR_BLOCKED, SITE_INACTIVE, QR_NOT_APPROVED,
 * QR_INACTIVE, QR_EXPIRED, QR_FULL
 */
export function tokenToInviteWith(
  state: CommissionTreeState,
  command: Pick<ClaimQr, 'qrId' | 'site' | 'redemptionsIn' | 'now'> & { readonly actor: TreeActor },
): string {
  const { actor, site, qrId } = command;
  const { tree, qr } = findQr(state, qrId);
  assertCanSee(tree, qr, actor);
  if (qr.ownerId !== null) throw new Refused('ALREADY_CLAIMED');
  assertMaySplit(tree, qr, actor, site);
  assertClaimable(qr, command);
  return qr.distributorToken;
}
