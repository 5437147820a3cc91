import type { CommissionTreeEvent, EventOf } from '@perktree/contracts/catalogue/events';
import { type Edit, refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { fromBasisPoints, normalizePercent, toBasisPoints } from '@perktree/contracts/kernel/percent';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { BENEFIT_BODY } from '@perktree/contracts/qr/benefit';
import type { QrLink, QrTerms } from '@perktree/contracts/qr/events';
import type { Site } from '../../site/decisions/state.ts';
import { periodEnd, periodLengthMs, type RenewalPolicy, renewalChosen } from './create-qrs.ts';
import {
  assertCanSee,
  assertMaySplit,
  assertNotTooLow,
  assertWithin,
  type BenefitFields,
  benefitOf,
  budgetOf,
  givenToChildren,
  sameBenefit,
  type TreeActor,
} from './rules.ts';
import {
  assertInUse,
  assertNotReplaced,
  assertQrApproved,
  type CommissionTree,
  type CommissionTreeState,
  findQr,
  isQrExpired,
  placeOf,
  type Qr,
  tokenOf,
} from './state.ts';

/** A command of the site's owner on a QR, without further fields. */
export interface ChangeQr {
  readonly qrId: string;
  readonly site: Site;
  readonly now: string;
}

type OnQr = Pick<ChangeQr, 'qrId'>;

type EditedTerms = BenefitFields & Partial<Omit<QrTerms, 'benefit'>> & { readonly renewalPolicy?: RenewalPolicy };

export interface EditQr extends Omit<ChangeQr, 'now'> {
  readonly actor: TreeActor;
  /** Undefined: unchanged. Null: cleared. */
  readonly changes: Edit<EditedTerms>;
}

/**
 * Changes a QR's terms, or how its campaign renews. The site's owner may change all of them, a distributor the name and the external URL of QRs that
 * it has claimed. Printed tokens, claims and the issue period stay.
 * @throws Refused QR_NOT_FOUND, DISTRIBUTOR_BLOCKED, NOT_ALLOWED, EDITED_MEANWHILE, VALIDATION_FAILED, COMMISSION_BELOW_CHILDREN, COMMISSION_TOO_HIGH,
 * COMMISSION_TOO_LOW
 */
export function decideEdit(state: CommissionTreeState, command: EditQr): readonly CommissionTreeEvent[] {
  const { actor, site, qrId } = command;
  const { tree, qr } = findQr(state, qrId);
  assertCanSee(tree, qr, actor);
  if (actor.kind === 'distributor' && site.blockedDistributors.has(actor.userId))
    throw new Refused('DISTRIBUTOR_BLOCKED');
  if (actor.kind === 'distributor' && qr.ownerId !== actor.userId) throw new Refused('NOT_ALLOWED');
  refuseEditedMeanwhile<EditedTerms>(editable(tree, qr, command), command.changes, BENEFIT_BODY);
  const terms = editedTerms(qr.terms, command);
  if (actor.kind === 'distributor' && !sameOffer(qr.terms, terms)) throw new Refused('NOT_ALLOWED');
  if (terms.commissionPercent !== qr.terms.commissionPercent) {
    assertPercentFits(tree, qr, toBasisPoints(terms.commissionPercent), site);
  }
  const renewal = renewalChosen(tree, { actor, site, renewalPolicy: command.changes.renewalPolicy });
  if (sameOffer(qr.terms, terms) && terms.name === qr.terms.name && terms.externalUrl === qr.terms.externalUrl)
    return renewal;
  return [{ type: 'QrEdited', data: { ...placeOf(tree, qrId), terms } }, ...renewal];
}

/** The fields that an actor may change: a distributor must not learn the others from a refusal. */
function editable(tree: CommissionTree, { terms: { benefit, ...terms } }: Qr, { actor, site }: EditQr): EditedTerms {
  const { name, externalUrl } = terms;
  if (actor.kind === 'distributor') return { name, externalUrl };
  return { ...terms, ...benefit, renewalPolicy: renewalPolicyOf(tree, site) };
}

/** What happens at the end of the issue periods of a campaign. */
export function renewalPolicyOf({ renewalPolicy }: CommissionTree, { configuration }: Site): RenewalPolicy {
  return renewalPolicy ?? configuration.renewalPolicy;
}

function editedTerms(before: QrTerms, { actor, changes }: EditQr): QrTerms {
  const { name = before.name, commissionPercent, maxRedemptions, externalUrl } = changes;
  // Distributors see null as the internal name, so null from them means unchanged.
  const internalName = actor.kind === 'distributor' ? (changes.internalName ?? undefined) : changes.internalName;
  return {
    name,
    internalName: internalName === undefined ? before.internalName : internalName,
    benefit: benefitOf(changes, before.benefit),
    commissionPercent: normalizePercent(commissionPercent ?? before.commissionPercent),
    maxRedemptions: maxRedemptions === undefined ? before.maxRedemptions : maxRedemptions,
    externalUrl: externalUrl === undefined ? before.externalUrl : externalUrl,
  };
}

/** Equal in all fields that only the site's owner may change. */
function sameOffer(a: QrTerms, b: QrTerms): boolean {
  return (
    a.internalName === b.internalName &&
    a.commissionPercent === b.commissionPercent &&
    a.maxRedemptions === b.maxRedemptions &&
    sameBenefit(a.benefit, b.benefit)
  );
}

/** At least the sum of the children, at most what the parent can give. @param percent in basis points */
function assertPercentFits(tree: CommissionTree, qr: Qr, percent: number, site: Site): void {
  const given = givenToChildren(tree, qr);
  if (percent < given) throw new Refused('COMMISSION_BELOW_CHILDREN', { children: fromBasisPoints(given) });
  const parent = qr.parentQrId === null ? undefined : tree.qrs.get(qr.parentQrId);
  // The schema of percents bounds a root at 100.
  if (!parent) return;
  assertNotTooLow(percent, site);
  assertWithin(percent, budgetOf(tree, parent) + toBasisPoints(qr.terms.commissionPercent));
}

export interface ClaimQr extends ChangeQr {
  readonly userId: string;
  /** Whether the account holds the role of a distributor. */
  readonly isDistributor: boolean;
  /** Whether the account owns the site's tenant. */
  readonly isSiteOwner: boolean;
  /** The distributor token that the caller came with. */
  readonly token: string;
  readonly redemptionsIn: (period: number) => number;
}

/**
 * The first distributor to claim a QR becomes its only owner. A repeated claim by the owner appends nothing.
 * @throws Refused CLAIM_INVALID, CODE_REPLACED, CLAIM_NOT_ALLOWED, ALREADY_CLAIMED, and as assertClaimable does
 */
export function decideClaim(state: CommissionTreeState, command: ClaimQr): readonly CommissionTreeEvent[] {
  const { qrId, userId } = command;
  const qr = state?.qrs.get(qrId);
  if (!state || !qr) throw new Refused('CLAIM_INVALID');
  assertNotReplaced(qr, 'distributor', command.token);
  assertMayClaim(command);
  if (qr.ownerId === userId) return [];
  if (qr.ownerId !== null) throw new Refused('ALREADY_CLAIMED');
  assertClaimable(qr, command);
  return [{ type: 'QrClaimed', data: { ...placeOf(state, qrId), distributorId: userId } }];
}

/** @throws Refused SITE_INACTIVE, QR_NOT_APPROVED, QR_INACTIVE, QR_EXPIRED, QR_FULL */
function assertClaimable(qr: Qr, { site, redemptionsIn, now }: Pick<ClaimQr, 'site' | 'redemptionsIn' | 'now'>): void {
  if (!site.isActive) throw new Refused('SITE_INACTIVE');
  assertInUse(qr, now);
  const { maxRedemptions } = qr.terms;
  if (maxRedemptions !== null && redemptionsIn(qr.period) >= maxRedemptions) throw new Refused('QR_FULL');
}

function assertMayClaim({ site, userId, isDistributor, isSiteOwner }: ClaimQr): void {
  const worksAtSite = isSiteOwner || userId === site.ownerId || site.staff.has(userId);
  if (!isDistributor || worksAtSite || site.blockedDistributors.has(userId)) throw new Refused('CLAIM_NOT_ALLOWED');
}

/**
 * The site's owner takes a QR back from its distributor, who keeps what it has earned before.
 * @throws Refused QR_NOT_FOUND, NOT_CLAIMED
 */
export function decideRelease(state: CommissionTreeState, { qrId }: OnQr): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  if (qr.ownerId === null) throw new Refused('NOT_CLAIMED');
  return [{ type: 'QrClaimReleased', data: { ...placeOf(tree, qrId), distributorId: qr.ownerId } }];
}

/**
 * An inactive QR cannot be redeemed, claimed or split. Its descendants stay active. Idempotent.
 * @throws Refused QR_NOT_FOUND
 */
export function decideDeactivate(state: CommissionTreeState, { qrId }: OnQr): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  if (!qr.isActive) return [];
  return [{ type: 'QrDeactivated', data: placeOf(tree, qrId) }];
}

/**
 * Gives a link of a QR a new token. Claim, totals, issue period and place in the tree stay, and scans that customers have
 * opened stay open: each has a code of its own. Only the new token opens or redeems a scan from now on.
 * @throws Refused QR_NOT_FOUND, QR_NOT_APPROVED
 */
export function decideReplaceLink(
  state: CommissionTreeState,
  { qrId, link, token }: OnQr & { readonly link: QrLink; readonly token: string },
): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  assertQrApproved(qr);
  return [{ type: 'QrLinkReplaced', data: { ...placeOf(tree, qrId), link, token, replacedToken: tokenOf(qr, link) } }];
}

/** Keeps the issue period. Idempotent. @throws Refused QR_NOT_FOUND, QR_NOT_APPROVED */
export function decideActivate(state: CommissionTreeState, { qrId }: OnQr): readonly CommissionTreeEvent[] {
  const { tree, qr } = findQr(state, qrId);
  assertQrApproved(qr);
  if (qr.isActive) return [];
  return [{ type: 'QrActivated', data: placeOf(tree, qrId) }];
}

/**
 * The site's owner approves a distributor's root. Its first issue period starts now.
 * @throws Refused QR_NOT_FOUND, QR_NOT_WAITING
 */
export function decideApprove(
  state: CommissionTreeState,
  { qrId, site, now }: ChangeQr,
): readonly CommissionTreeEvent[] {
  const place = waitingQr(state, qrId);
  return [{ type: 'QrApproved', data: { ...place, startsAt: now, expiresAt: periodEnd(now, site) } }];
}

/** The site's owner declines a distributor's root. @throws Refused QR_NOT_FOUND, QR_NOT_WAITING */
export function decideDecline(state: CommissionTreeState, { qrId }: OnQr): readonly CommissionTreeEvent[] {
  return [{ type: 'QrDeclined', data: waitingQr(state, qrId) }];
}

function waitingQr(state: CommissionTreeState, qrId: string) {
  const { tree, qr } = findQr(state, qrId);
  if (qr.approval !== 'waiting') throw new Refused('QR_NOT_WAITING');
  return placeOf(tree, qrId);
}

/**
 * Starts the next issue period now, with a new redemption counter, at the request of the owner.
 * @throws Refused QR_NOT_FOUND, QR_NOT_APPROVED, QR_STILL_VALID
 */
export function decideReissue(state: CommissionTreeState, command: ChangeQr): readonly EventOf<'QrReissued'>[] {
  const { qrId, site, now } = command;
  const { tree, qr } = findQr(state, qrId);
  assertQrApproved(qr);
  if (!isQrExpired(qr, now)) throw new Refused('QR_STILL_VALID');
  const period = { period: qr.period + 1, startsAt: now, expiresAt: periodEnd(now, site) };
  return [{ type: 'QrReissued', data: { ...placeOf(tree, qrId), ...period, trigger: 'by_hand' } }];
}

/**
 * Starts the issue period that contains `now`. Periods follow each other without a gap, so periods that passed while no job
 * ran are counted. Appends nothing if the QR is still valid, the QR or site is inactive, or its campaign does not renew.
 * @throws Refused QR_NOT_FOUND
 */
export function decideAutomaticReissue(
  state: CommissionTreeState,
  command: ChangeQr,
): readonly EventOf<'QrReissued'>[] {
  const { qrId, site, now } = command;
  const { tree, qr } = findQr(state, qrId);
  const shouldRenew = site.isActive && qr.isActive && renewalPolicyOf(tree, site) === 'auto_reissue_on_expire';
  if (!shouldRenew || !isQrExpired(qr, now)) return [];
  const length = periodLengthMs(site);
  const oldEnd = Date.parse(qr.expiresAt);
  const missed = Math.floor((Date.parse(now) - oldEnd) / length);
  const startsAt = new Date(oldEnd + missed * length).toISOString();
  const period = { period: qr.period + 1 + missed, startsAt, expiresAt: periodEnd(startsAt, site) };
  return [{ type: 'QrReissued', data: { ...placeOf(tree, qrId), ...period, trigger: 'automatic' } }];
}

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
