import { fromBasisPoints, toBasisPoints } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { CommissionTree, CommissionTreeState, Qr } from './state.ts';

/**
 * A QR of a tree.
 * @throws Refused QR_NOT_FOUND
 */
export function findQr(tree: CommissionTreeState, qrId: string): { readonly tree: CommissionTree; readonly qr: Qr } {
  const qr = tree?.qrs.get(qrId);
  if (!tree || !qr) throw new Refused('QR_NOT_FOUND');
  return { tree, qr };
}

/** The QRs from the root (first) to the given one (last). */
export function pathFromRoot(tree: CommissionTree, qrId: string): readonly Qr[] {
  const path: Qr[] = [];
  for (let qr = tree.qrs.get(qrId); qr; qr = qr.parentQrId === null ? undefined : tree.qrs.get(qr.parentQrId)) {
    path.unshift(qr);
  }
  return path;
}

/** The clock decides at the moment of the command, never a job (domain.md 4). @param now ISO 8601 UTC */
export function isExpired(qr: Qr, now: string): boolean {
  return Date.parse(now) >= Date.parse(qr.expiresAt);
}

/** @throws Refused QR_NOT_APPROVED */
export function assertApproved({ approval }: Pick<Qr, 'approval'>): void {
  if (approval !== null) throw new Refused('QR_NOT_APPROVED');
}

/** @throws Refused QR_NOT_APPROVED, QR_EXPIRED, QR_INACTIVE */
export function assertInUse(qr: Qr, now: string): void {
  assertApproved(qr);
  if (!qr.isActive) throw new Refused('QR_INACTIVE');
  if (isExpired(qr, now)) throw new Refused('QR_EXPIRED');
}

/** Sum of the children's percents, in basis points. */
export function givenToChildren(tree: CommissionTree, qr: Qr): number {
  return qr.childIds.reduce((sum, id) => sum + toBasisPoints(tree.qrs.get(id)?.terms.commissionPercent ?? '0'), 0);
}

/** What a QR can still give to children: its percent less the sum of theirs, in basis points. Never negative. */
export function budgetOf(tree: CommissionTree, qr: Qr): number {
  return toBasisPoints(qr.terms.commissionPercent) - givenToChildren(tree, qr);
}

/** @throws Refused COMMISSION_TOO_HIGH */
export function assertWithin(asked: number, available: number): void {
  if (asked > available) throw new Refused('COMMISSION_TOO_HIGH', { available: fromBasisPoints(available) });
}
