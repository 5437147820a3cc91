import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { pathFromRoot } from './rules.ts';
import type { CommissionTree, Qr } from './state.ts';

/** In which capacity somebody acts on a tree: as the owner of its site, or as a distributor. */
export type TreeActor = { readonly kind: 'site_owner' } | { readonly kind: 'distributor'; readonly userId: string };

/**
 * A distributor knows of the QRs that it has claimed and of their descendants. All others are not there for it.
 * @throws Refused QR_NOT_FOUND
 */
export function assertKnowsOf(tree: CommissionTree, qr: Qr, actor: TreeActor): void {
  if (actor.kind === 'site_owner') return;
  if (!pathFromRoot(tree, qr.qrId).some(({ ownerId }) => ownerId === actor.userId)) throw new Refused('QR_NOT_FOUND');
}

/**
 * Who may give away a QR's commission: the site's owner; a distributor, where the site lets distributors split, for the
 * QRs that it has claimed and their descendants that nobody has claimed (domain.md 7).
 * @throws Refused QR_NOT_FOUND, SPLITTING_NOT_ALLOWED, DISTRIBUTOR_BLOCKED, NOT_ALLOWED
 */
export function assertMaySplit(tree: CommissionTree, qr: Qr, actor: TreeActor, site: Site): void {
  if (actor.kind === 'site_owner') return;
  assertKnowsOf(tree, qr, actor);
  if (!site.configuration.distributorCanGenerateChildQrs) throw new Refused('SPLITTING_NOT_ALLOWED');
  if (site.blockedDistributors.has(actor.userId)) throw new Refused('DISTRIBUTOR_BLOCKED');
  if (qr.ownerId !== null && qr.ownerId !== actor.userId) throw new Refused('NOT_ALLOWED');
}
