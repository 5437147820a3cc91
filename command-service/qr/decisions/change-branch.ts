import type { EventOf } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { MAX_CHANGED_OF_BRANCH } from '@perktree/contracts/site/configuration';
import type { ChangeQr } from './change-qr.ts';
import { assertQrApproved, type CommissionTree, type CommissionTreeState, findQr, placeOf, type Qr } from './state.ts';

type OnBranch = Pick<ChangeQr, 'qrId'>;

/** A QR and everything below it, each before its children. Empty: no such QR. */
export function branchOf(tree: CommissionTree, qrId: string): readonly Qr[] {
  const branch: Qr[] = [];
  const next = [qrId];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const qr = tree.qrs.get(id);
    if (!qr) continue;
    branch.push(qr);
    next.push(...qr.childIds.toReversed());
  }
  return branch;
}

/**
 * Takes a QR and everything below it out of use, all or none. Idempotent.
 * @throws Refused QR_NOT_FOUND, BRANCH_TOO_LARGE
 */
export function decideDeactivateBranch(
  state: CommissionTreeState,
  { qrId }: OnBranch,
): readonly EventOf<'QrDeactivated'>[] {
  const { tree } = findQr(state, qrId);
  const changed = changedOf(branchOf(tree, qrId).filter(({ isActive }) => isActive));
  return changed.map((qr) => ({ type: 'QrDeactivated', data: placeOf(tree, qr.qrId) }));
}

/**
 * Puts a QR and everything below it back into use, all or none. Issue periods stay. Idempotent.
 * @throws Refused QR_NOT_FOUND, QR_NOT_APPROVED, BRANCH_TOO_LARGE
 */
export function decideActivateBranch(
  state: CommissionTreeState,
  { qrId }: OnBranch,
): readonly EventOf<'QrActivated'>[] {
  const { tree, qr } = findQr(state, qrId);
  assertQrApproved(qr);
  const changed = changedOf(branchOf(tree, qrId).filter(({ isActive }) => !isActive));
  return changed.map(({ qrId: id }) => ({ type: 'QrActivated', data: placeOf(tree, id) }));
}

function changedOf(qrs: readonly Qr[]): readonly Qr[] {
  if (qrs.length > MAX_CHANGED_OF_BRANCH) {
    throw new Refused('BRANCH_TOO_LARGE', { limit: MAX_CHANGED_OF_BRANCH, found: qrs.length });
  }
  return qrs;
}
