import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import type { QrTerms } from '@perktree/contracts/events/commission-tree';
import { fromBasisPoints, normalizePercent, toBasisPoints } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import { assertKnowsOf, type TreeActor } from './actor-rules.ts';
import { assertNotTooLow } from './room-rules.ts';
import { assertWithin, budgetOf, findQr, givenToChildren } from './rules.ts';
import type { CommissionTree, CommissionTreeState, Qr } from './state.ts';
import { type AskedBenefit, askedBenefit, sameBenefit } from './terms-rules.ts';

export interface EditQr {
  readonly actor: TreeActor;
  readonly site: Site;
  readonly qrId: string;
  /** Left out (undefined): stays. Null: emptied. */
  readonly changes: AskedBenefit & {
    readonly name: string;
    readonly internalName?: string | null | undefined;
    readonly commissionPercent?: string | undefined;
    readonly maxRedemptions?: number | null | undefined;
    readonly externalUrl?: string | null | undefined;
  };
}

/**
 * Changes a QR's terms. The site's owner may change all of them; a distributor the name and the external URL of QRs that
 * it has claimed (domain.md 7). Printed tokens, claims and the issue period stay.
 * @throws Refused QR_NOT_FOUND, DISTRIBUTOR_BLOCKED, NOT_ALLOWED, VALIDATION_FAILED, COMMISSION_BELOW_CHILDREN, COMMISSION_TOO_HIGH,
 * COMMISSION_TOO_LOW
 */
export function decideEdit(state: CommissionTreeState, command: EditQr): readonly CommissionTreeEvent[] {
  const { actor, site, qrId } = command;
  const { tree, qr } = findQr(state, qrId);
  assertKnowsOf(tree, qr, actor);
  if (actor.kind === 'distributor' && site.blockedDistributors.has(actor.userId))
    throw new Refused('DISTRIBUTOR_BLOCKED');
  const terms = editedTerms(qr.terms, command);
  if (actor.kind === 'distributor' && (qr.ownerId !== actor.userId || !sameOffer(qr.terms, terms))) {
    throw new Refused('NOT_ALLOWED');
  }
  if (terms.commissionPercent !== qr.terms.commissionPercent) {
    assertPercentFits(tree, qr, toBasisPoints(terms.commissionPercent), site);
  }
  if (sameOffer(qr.terms, terms) && terms.name === qr.terms.name && terms.externalUrl === qr.terms.externalUrl)
    return [];
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrEdited', data: { qrId, rootQrId, siteId, tenantId, terms } }];
}

function editedTerms(before: QrTerms, { actor, changes }: EditQr): QrTerms {
  const { name, commissionPercent, maxRedemptions, externalUrl } = changes;
  // Distributors are shown null for the internal name, so null from them asks for nothing.
  const internalName = actor.kind === 'distributor' ? (changes.internalName ?? undefined) : changes.internalName;
  return {
    name,
    internalName: internalName === undefined ? before.internalName : internalName,
    benefit: askedBenefit(changes, before.benefit),
    commissionPercent: normalizePercent(commissionPercent ?? before.commissionPercent),
    maxRedemptions: maxRedemptions === undefined ? before.maxRedemptions : maxRedemptions,
    externalUrl: externalUrl === undefined ? before.externalUrl : externalUrl,
  };
}

/** The same in all that only the site's owner may change. */
function sameOffer(a: QrTerms, b: QrTerms): boolean {
  return (
    a.internalName === b.internalName &&
    a.commissionPercent === b.commissionPercent &&
    a.maxRedemptions === b.maxRedemptions &&
    sameBenefit(a.benefit, b.benefit)
  );
}

/** Neither less than the children have, nor more than the parent can give. @param percent in basis points */
function assertPercentFits(tree: CommissionTree, qr: Qr, percent: number, site: Site): void {
  const given = givenToChildren(tree, qr);
  if (percent < given) throw new Refused('COMMISSION_BELOW_CHILDREN', { children: fromBasisPoints(given) });
  const parent = qr.parentQrId === null ? undefined : tree.qrs.get(qr.parentQrId);
  // A root's bound of 100 is the percent's own.
  if (!parent) return;
  assertNotTooLow(percent, site);
  assertWithin(percent, budgetOf(tree, parent) + toBasisPoints(qr.terms.commissionPercent));
}
