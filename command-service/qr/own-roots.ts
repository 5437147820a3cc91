import { Refused } from '@perktree/contracts/kernel/refusals';
import { MOST_OWN_ROOTS } from '@perktree/contracts/site/configuration';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { findQr, isExpired } from './decisions/rules.ts';
import type { CommissionTree } from './decisions/state.ts';

/**
 * The id of a distributor's nth root on a site, from 1. Root n can be created only after all lower numbers. Two requests for
 * the same number append to the same stream, so the limit holds under concurrency.
 */
export function ownRootId(siteId: string, distributorId: string, n: number): string {
  return deriveUuid('own root', siteId, distributorId, n);
}

/** The root with this number exists: retry with the next one. */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
  constructor(readonly tree: CommissionTree) {
    super(`root ${tree.rootQrId} exists`);
  }
}

/** Whether a root counts towards the limit: it waits for approval, or is active and has not expired. */
export function isOpenRoot(tree: CommissionTree, now: string): boolean {
  const { qr } = findQr(tree, tree.rootQrId);
  return qr.approval === 'waiting' || (qr.isActive && !isExpired(qr, now));
}

/** @throws Refused TOO_MANY_OWN_ROOTS */
export function assertRoomForOwnRoot(open: number): void {
  if (open >= MOST_OWN_ROOTS) throw new Refused('TOO_MANY_OWN_ROOTS', { limit: MOST_OWN_ROOTS });
}
