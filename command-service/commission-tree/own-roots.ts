import { Refused } from '@perktree/contracts/refusals';
import { MOST_OWN_ROOTS } from '@perktree/contracts/site-configuration';
import { deriveUuid } from '../derive-uuid.ts';
import { findQr, isExpired } from '../domain/commission-tree/rules.ts';
import type { CommissionTree } from '../domain/commission-tree/state.ts';

/**
 * The id of a distributor's nth root on a site, from 1. The nth can be made only once the tree of every lower number exists,
 * so counting those holds the quota under concurrency: two requests that want the same number append to the same stream.
 */
export function ownRootId(siteId: string, distributorId: string, n: number): string {
  return deriveUuid('own root', siteId, distributorId, n);
}

/** This number was used before: the next one is to be tried. */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
  constructor(readonly tree: CommissionTree) {
    super(`root ${tree.rootQrId} exists`);
  }
}

/** Whether a root counts towards the quota: it waits for approval, or is in use. */
export function isOpenRoot(tree: CommissionTree, now: string): boolean {
  const { qr } = findQr(tree, tree.rootQrId);
  return qr.approval === 'waiting' || (qr.isActive && !isExpired(qr, now));
}

/** @throws Refused TOO_MANY_OWN_ROOTS */
export function assertRoomForOwnRoot(open: number): void {
  if (open >= MOST_OWN_ROOTS) throw new Refused('TOO_MANY_OWN_ROOTS', { limit: MOST_OWN_ROOTS });
}
