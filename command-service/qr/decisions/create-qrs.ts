import type { CommissionTreeEvent, EventOf } from '@perktree/contracts/catalogue/events';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { normalizePercent, toBasisPoints } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Benefit } from '@perktree/contracts/qr/benefit';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Site } from '../../site/decisions/state.ts';
import { assertMaySplit, assertRoomFor, assertWithin, sameBenefit, type TreeActor } from './rules.ts';
import { assertInUse, type CommissionTree, type CommissionTreeState, findQr, placeOf, type Qr } from './state.ts';

export type RenewalPolicy = SiteConfiguration['renewalPolicy'];

/** Percent of an owner's root when the command has none. */
const DEFAULT_ROOT_PERCENT = '10.00';

interface CreateQrs {
  readonly actor: TreeActor;
  readonly site: Site;
  readonly now: string;
}

export interface CreateRoot extends CreateQrs {
  readonly ids: NewQrIds;
  readonly terms: Omit<QrTerms, 'commissionPercent' | 'maxRedemptions'> & {
    /** Undefined: 10.00 for the site's owner; the site's commissionPerSiblingQr for a distributor. */
    readonly commissionPercent: string | undefined;
    /** Undefined: unlimited for the site's owner; for a distributor, that of the offer it has claimed. */
    readonly maxRedemptions: number | null | undefined;
  };
  /** Of the new campaign. Undefined: the site's policy. Only the site's owner chooses. */
  readonly renewalPolicy?: RenewalPolicy | undefined;
  /** What the acting distributor has claimed on the site; ignored for the site's owner. */
  readonly claimedOffers: readonly ClaimedOffer[];
}

/**
 * Creates the root of a new tree. A distributor may do so on a site where it holds a claim, if the site allows it. Its root
 * repeats an offer that it has claimed, at no higher percent, and waits for approval if the site requires that.
 * @throws Refused SITE_NOT_FOUND, TOP_LEVEL_NOT_ALLOWED, DISTRIBUTOR_BLOCKED, NOT_ALLOWED, SITE_INACTIVE, OFFER_NOT_CLAIMED,
 * COMMISSION_TOO_HIGH
 */
export function decideCreateRoot(tree: CommissionTreeState, command: CreateRoot): readonly CommissionTreeEvent[] {
  if (tree) return [];
  const { actor, site, ids, now, claimedOffers } = command;
  assertMayCreateRoot(command);
  if (!site.isActive) throw new Refused('SITE_INACTIVE');
  const { siteId, tenantId, configuration } = site;
  const isOwner = actor.kind === 'site_owner';
  const defaultPercent = isOwner ? DEFAULT_ROOT_PERCENT : configuration.commissionPerSiblingQr;
  const { maxRedemptions = null, ...rest } = command.terms;
  const requested = {
    ...rest,
    maxRedemptions,
    commissionPercent: normalizePercent(rest.commissionPercent ?? defaultPercent),
  };
  const terms = isOwner
    ? requested
    : { ...requested, maxRedemptions: assertOfferOfClaims(claimedOffers, requested, command.terms.maxRedemptions) };
  const approval = isOwner || !configuration.topLevelQrsNeedApproval ? 'not_needed' : 'waiting';
  const place = { qrId: ids.qrId, rootQrId: ids.qrId, siteId, tenantId };
  return [
    { type: 'RootQrCreated', data: { ...place, qr: newQr(ids, terms, site, now), approval } },
    ...renewalChosen({ ...place, renewalPolicy: null }, command),
  ];
}

/**
 * The campaign renews as chosen from now on. Without a choice, and for what is in force already, nothing changes.
 * @throws Refused NOT_ALLOWED to distributors
 */
export function renewalChosen(
  { rootQrId, siteId, tenantId, renewalPolicy: before }: Omit<CommissionTree, 'qrs'>,
  command: Pick<CreateQrs, 'actor' | 'site'> & { readonly renewalPolicy?: RenewalPolicy | undefined },
): readonly EventOf<'QrRenewalChosen'>[] {
  const { actor, site, renewalPolicy } = command;
  if (renewalPolicy === undefined) return [];
  if (actor.kind === 'distributor') throw new Refused('NOT_ALLOWED');
  if (renewalPolicy === (before ?? site.configuration.renewalPolicy)) return [];
  return [{ type: 'QrRenewalChosen', data: { qrId: rootQrId, rootQrId, siteId, tenantId, renewalPolicy } }];
}

function assertMayCreateRoot({ actor, site, claimedOffers }: CreateRoot): void {
  if (actor.kind === 'site_owner') return;
  if (claimedOffers.length === 0) throw new Refused('SITE_NOT_FOUND');
  if (!site.configuration.distributorCanGenerateTopLevelQrs) throw new Refused('TOP_LEVEL_NOT_ALLOWED');
  if (site.blockedDistributors.has(actor.userId)) throw new Refused('DISTRIBUTOR_BLOCKED');
}

export interface ClaimedOffer {
  readonly benefit: Benefit;
  readonly maxRedemptions: number | null;
  readonly commissionPercent: string;
  /** The QR is in a tree of the site's owner: a tree that a distributor created sets no bound. */
  readonly isOfOwner: boolean;
}

/**
 * Only the owner decides what customers get. So a distributor's root has the benefit and limit of an owner's offer that the
 * distributor has claimed, and at most that offer's percent.
 * @param maxRedemptions undefined: the limit of the claimed offer
 * @returns the limit of the new root
 * @throws Refused OFFER_NOT_CLAIMED, COMMISSION_TOO_HIGH
 */
function assertOfferOfClaims(
  claimed: readonly ClaimedOffer[],
  requested: { readonly benefit: Benefit; readonly commissionPercent: string },
  maxRedemptions: number | null | undefined,
): number | null {
  const [best] = claimed
    .filter((offer) => offer.isOfOwner && sameBenefit(offer.benefit, requested.benefit))
    .filter((offer) => maxRedemptions === undefined || offer.maxRedemptions === maxRedemptions)
    .sort((a, b) => toBasisPoints(b.commissionPercent) - toBasisPoints(a.commissionPercent));
  if (best === undefined) throw new Refused('OFFER_NOT_CLAIMED');
  assertWithin(toBasisPoints(requested.commissionPercent), toBasisPoints(best.commissionPercent));
  return best.maxRedemptions;
}

interface Split {
  readonly name: string;
  readonly commissionPercent: string;
  readonly externalUrl: string | null;
  readonly ids: NewQrIds;
}

interface SplitQr extends CreateQrs {
  readonly qrId: string;
  readonly splits: readonly Split[];
}

/**
 * Creates children of a QR, all or none. They inherit its benefit and maxRedemptions and are unclaimed.
 * @throws Refused as findQr, assertMaySplit, assertInUse and assertRoomFor do
 */
export function decideSplit(state: CommissionTreeState, command: SplitQr): readonly EventOf<'QrSplit'>[] {
  const { actor, site, qrId, splits, now } = command;
  const { tree, qr: parent } = findQr(state, qrId);
  assertMaySplit(tree, parent, actor, site);
  assertInUse(parent, now);
  const percents = splits.map(({ commissionPercent }) => commissionPercent);
  assertRoomFor(tree, parent, percents, site);
  const children = splits.map(({ name, commissionPercent, externalUrl, ids }) => {
    const { benefit, maxRedemptions } = parent.terms;
    const own = { name, internalName: null, commissionPercent: normalizePercent(commissionPercent), externalUrl };
    return newQr(ids, { ...own, benefit, maxRedemptions }, site, now);
  });
  return [{ type: 'QrSplit', data: { ...placeOf(tree, qrId), depth: parent.depth + 1, children } }];
}

export interface CreateSibling extends CreateQrs {
  readonly parentQrId: string;
  readonly ids: NewQrIds;
  /**
   * Undefined `commissionPercent`: the site's commissionPerSiblingQr. Undefined `maxRedemptions`: the parent's, for a
   * distributor; unlimited, for the site's owner.
   */
  readonly terms: CreateRoot['terms'];
  /** Of the whole campaign. Undefined: unchanged. */
  readonly renewalPolicy?: RenewalPolicy | undefined;
}

/**
 * Creates a further child of a parent, within its budget. The same actors may do so as may split the parent.
 * @throws Refused as decideSplit does; NOT_ALLOWED if a distributor changes the offer
 */
export function decideSibling(
  state: CommissionTreeState,
  command: CreateSibling,
): readonly EventOf<'SiblingQrCreated' | 'QrRenewalChosen'>[] {
  const { actor, site, parentQrId, ids, now } = command;
  const { tree, qr: parent } = findQr(state, parentQrId);
  assertMaySplit(tree, parent, actor, site);
  assertInUse(parent, now);
  const { commissionPercent: requested, ...rest } = command.terms;
  const commissionPercent = normalizePercent(requested ?? site.configuration.commissionPerSiblingQr);
  assertRoomFor(tree, parent, [commissionPercent], site);
  const inherited = actor.kind === 'distributor' ? parent.terms.maxRedemptions : null;
  const maxRedemptions = rest.maxRedemptions === undefined ? inherited : rest.maxRedemptions;
  if (actor.kind === 'distributor') assertOfferOfFamily(tree, parent, rest.benefit, maxRedemptions);
  const qr = newQr(ids, { ...rest, maxRedemptions, commissionPercent }, site, now);
  return [
    { type: 'SiblingQrCreated', data: { ...placeOf(tree, ids.qrId), parentQrId, depth: parent.depth + 1, qr } },
    ...renewalChosen(tree, command),
  ];
}

/** Only the owner decides what customers get, so a distributor repeats the offer of the parent or of a child. */
function assertOfferOfFamily(tree: CommissionTree, parent: Qr, benefit: Benefit, maxRedemptions: number | null): void {
  const family = [parent, ...parent.childIds.map((id) => tree.qrs.get(id))];
  const isKnown = family.some(
    (qr) => qr && sameBenefit(qr.terms.benefit, benefit) && qr.terms.maxRedemptions === maxRedemptions,
  );
  if (!isKnown) throw new Refused('NOT_ALLOWED');
}

/** Id and tokens of a new QR. Random bytes arrive with the command, because decisions are pure. */
export interface NewQrIds {
  readonly qrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

/** The end of an issue period that starts at `startsAt`, by the site's current lifetime of QRs. */
export function periodEnd(startsAt: string, site: Site): string {
  return new Date(Date.parse(startsAt) + periodLengthMs(site)).toISOString();
}

export function periodLengthMs(site: Site): number {
  return site.configuration.qrMinutesLife * MINUTE_MS;
}

function newQr(ids: NewQrIds, terms: QrTerms, site: Site, now: string): NewQr {
  const { qrId, customerToken, distributorToken } = ids;
  return { qrId, terms, customerToken, distributorToken, expiresAt: periodEnd(now, site) };
}
