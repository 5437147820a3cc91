import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import type { QrTerms } from '@perktree/contracts/events/commission-tree';
import { normalizePercent } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import type { TreeActor } from './actor-rules.ts';
import { type Birth, bornQr } from './birth-rules.ts';
import { assertOfferOfClaims, type ClaimedOffer } from './claimed-offers.ts';
import type { CommissionTreeState } from './state.ts';

/** Percent of a root whose command names none (specification 9). */
export const DEFAULT_ROOT_PERCENT = '10.00';

export interface CreateRoot {
  readonly actor: TreeActor;
  readonly site: Site;
  readonly birth: Birth;
  readonly terms: Omit<QrTerms, 'commissionPercent' | 'maxRedemptions'> & {
    /** Undefined: 10.00 for the site's owner; the site's commissionPerSiblingQr for a distributor. */
    readonly commissionPercent: string | undefined;
    /** Undefined: unlimited for the site's owner; for a distributor, that of the offer it has claimed. */
    readonly maxRedemptions: number | null | undefined;
  };
  /** What the acting distributor has claimed on the site; not looked at for the site's owner. */
  readonly claimedOffers: readonly ClaimedOffer[];
  readonly now: string;
}

/**
 * Begins a tree. A distributor makes one beside the roots of a site where it holds a claim, if the site lets it. It passes
 * on an offer that it has claimed, at no higher percent, and waits for approval where the owner wants that (domain.md 7).
 * @throws Refused SITE_NOT_FOUND, TOP_LEVEL_NOT_ALLOWED, DISTRIBUTOR_BLOCKED, SITE_INACTIVE, OFFER_NOT_CLAIMED,
 * COMMISSION_TOO_HIGH
 */
export function decideCreateRoot(tree: CommissionTreeState, command: CreateRoot): readonly CommissionTreeEvent[] {
  if (tree) return [];
  const { actor, site, birth, now, claimedOffers } = command;
  assertMayCreateRoot(command);
  if (!site.isActive) throw new Refused('SITE_INACTIVE');
  const { siteId, tenantId, configuration } = site;
  const isOwner = actor.kind === 'site_owner';
  const unnamed = isOwner ? DEFAULT_ROOT_PERCENT : configuration.commissionPerSiblingQr;
  const { maxRedemptions = null, ...rest } = command.terms;
  const asked = { ...rest, maxRedemptions, commissionPercent: normalizePercent(rest.commissionPercent ?? unnamed) };
  const terms = isOwner
    ? asked
    : { ...asked, maxRedemptions: assertOfferOfClaims(claimedOffers, asked, command.terms.maxRedemptions) };
  const approval = isOwner || !configuration.topLevelQrsNeedApproval ? 'not_needed' : 'waiting';
  const place = { qrId: birth.qrId, rootQrId: birth.qrId, siteId, tenantId };
  return [{ type: 'RootQrCreated', data: { ...place, qr: bornQr(birth, terms, site, now), approval } }];
}

function assertMayCreateRoot({ actor, site, claimedOffers }: CreateRoot): void {
  if (actor.kind === 'site_owner') return;
  if (claimedOffers.length === 0) throw new Refused('SITE_NOT_FOUND');
  if (!site.configuration.distributorCanGenerateTopLevelQrs) throw new Refused('TOP_LEVEL_NOT_ALLOWED');
  if (site.blockedDistributors.has(actor.userId)) throw new Refused('DISTRIBUTOR_BLOCKED');
}
