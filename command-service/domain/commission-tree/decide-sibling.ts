import type { Benefit } from '@perktree/contracts/benefit';
import type { EventOf } from '@perktree/contracts/events/catalogue';
import type { QrTerms } from '@perktree/contracts/events/commission-tree';
import { normalizePercent } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { assertMaySplit, type TreeActor } from './actor-rules.ts';
import { type Birth, bornQr } from './birth-rules.ts';
import { assertRoomFor } from './room-rules.ts';
import { assertInUse, findQr } from './rules.ts';
import type { CommissionTree, CommissionTreeState, Qr } from './state.ts';
import { sameBenefit } from './terms-rules.ts';

export interface CreateSibling {
  readonly actor: TreeActor;
  readonly site: Site;
  /** The parent of the QR that the new one stands beside. */
  readonly parentQrId: string;
  readonly birth: Birth;
  readonly terms: Omit<QrTerms, 'commissionPercent' | 'maxRedemptions'> & {
    /** Undefined: the site's commissionPerSiblingQr. */
    readonly commissionPercent: string | undefined;
    /** Undefined: the parent's, for a distributor; unlimited, for the site's owner. */
    readonly maxRedemptions: number | null | undefined;
  };
  readonly now: string;
}

/**
 * Makes a QR beside another, under the same parent and within its budget. Whoever may split the parent may do so.
 * Throws what a split throws.
 */
export function decideSibling(
  state: CommissionTreeState,
  command: CreateSibling,
): readonly EventOf<'SiblingQrCreated'>[] {
  const { actor, site, parentQrId, birth, now } = command;
  const { tree, qr: parent } = findQr(state, parentQrId);
  assertMaySplit(tree, parent, actor, site);
  assertInUse(parent, now);
  const { commissionPercent: asked, ...rest } = command.terms;
  const commissionPercent = normalizePercent(asked ?? site.configuration.commissionPerSiblingQr);
  assertRoomFor(tree, parent, [commissionPercent], site);
  const inherited = actor.kind === 'distributor' ? parent.terms.maxRedemptions : null;
  const maxRedemptions = rest.maxRedemptions === undefined ? inherited : rest.maxRedemptions;
  if (actor.kind === 'distributor') assertOfferOfFamily(tree, parent, rest.benefit, maxRedemptions);
  const qr = bornQr(birth, { ...rest, maxRedemptions, commissionPercent }, site, now);
  const { rootQrId, siteId, tenantId } = tree;
  const place = { qrId: birth.qrId, rootQrId, siteId, tenantId };
  return [{ type: 'SiblingQrCreated', data: { ...place, parentQrId, depth: parent.depth + 1, qr } }];
}

/** What the site gives to customers is its owner's to decide: a distributor passes on what the parent or a child has. */
function assertOfferOfFamily(tree: CommissionTree, parent: Qr, benefit: Benefit, maxRedemptions: number | null): void {
  const family = [parent, ...parent.childIds.map((id) => tree.qrs.get(id))];
  const isKnown = family.some(
    (qr) => qr && sameBenefit(qr.terms.benefit, benefit) && qr.terms.maxRedemptions === maxRedemptions,
  );
  if (!isKnown) throw new Refused('NOT_ALLOWED');
}
