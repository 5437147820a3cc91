import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { NO_NOTE, NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { ownSite, type Site, type SiteState } from './state.ts';

const INVITATION_DAYS = 7;

interface InviteStaff {
  readonly tenantId: string | null;
  readonly invitationId: string;
  /** SHA-256 of the link's token, so that the events do not contain the token. */
  readonly tokenHash: string;
  readonly now: string;
}

/** @throws Refused SITE_NOT_FOUND */
export function decideInviteStaff(state: SiteState, command: InviteStaff): readonly SiteEvent[] {
  const { siteId, tenantId } = ownSite(state, command.tenantId);
  const { invitationId, tokenHash } = command;
  const expiresAt = new Date(Date.parse(command.now) + INVITATION_DAYS * DAY_MS).toISOString();
  return [{ type: 'StaffInvited', data: { siteId, tenantId, invitationId, tokenHash, expiresAt } }];
}

interface WithdrawInvitation {
  readonly tenantId: string | null;
  readonly invitationId: string;
}

/**
 * Appends nothing if the invitation was withdrawn or accepted before.
 * @throws Refused SITE_NOT_FOUND, INVITATION_NOT_FOUND
 */
export function decideWithdrawInvitation(state: SiteState, command: WithdrawInvitation): readonly SiteEvent[] {
  const { siteId, tenantId, invitations } = ownSite(state, command.tenantId);
  const invitation = invitations.find(({ invitationId }) => invitationId === command.invitationId);
  if (!invitation) throw new Refused('INVITATION_NOT_FOUND');
  if (invitation.isWithdrawn || invitation.usedBy !== null) return [];
  return [{ type: 'StaffInvitationWithdrawn', data: { siteId, tenantId, invitationId: invitation.invitationId } }];
}

interface AcceptInvitation {
  readonly userId: string;
  readonly tokenHash: string;
  /** A distributor with claims on the site earns from redemptions, so it may not confirm them as staff. */
  readonly holdsClaims: boolean;
  /** Whether the account may accept an invitation to the invited address. */
  readonly acceptance: 'allowed' | 'other_account' | 'unverified';
  readonly now: string;
}

/** The invitation that can be accepted now by a token. @throws Refused INVITATION_INVALID */
export function openInvitation(site: SiteState, tokenHash: string, now: string) {
  const invitation = site?.invitations.find((candidate) => candidate.tokenHash === tokenHash);
  if (!site || !invitation || invitation.isWithdrawn || invitation.usedBy !== null)
    throw new Refused('INVITATION_INVALID');
  if (Date.parse(now) >= Date.parse(invitation.expiresAt)) throw new Refused('INVITATION_INVALID');
  return { site, invitation };
}

/**
 * Joins the staff of a site. Accepting the same invitation again appends nothing.
 * @throws Refused INVITATION_INVALID, INVITATION_FOR_OTHER_ACCOUNT, EMAIL_NOT_VERIFIED, ALREADY_STAFF, STAFF_HOLDS_CLAIMS
 */
export function decideAcceptInvitation(state: SiteState, command: AcceptInvitation): readonly SiteEvent[] {
  const { userId, tokenHash, now } = command;
  const isOnStaff = state?.staff.has(userId) ?? false;
  const isUsedBy = state?.invitations.some((known) => known.tokenHash === tokenHash && known.usedBy === userId);
  if (isOnStaff && isUsedBy) return [];
  const { site, invitation } = openInvitation(state, tokenHash, now);
  if (command.acceptance === 'other_account') throw new Refused('INVITATION_FOR_OTHER_ACCOUNT');
  if (command.acceptance === 'unverified') throw new Refused('EMAIL_NOT_VERIFIED');
  if (isOnStaff || userId === site.ownerId) throw new Refused('ALREADY_STAFF');
  if (command.holdsClaims) throw new Refused('STAFF_HOLDS_CLAIMS');
  const { siteId, tenantId } = site;
  return [{ type: 'StaffJoined', data: { siteId, tenantId, invitationId: invitation.invitationId, userId } }];
}

interface RemoveStaff {
  readonly tenantId: string | null;
  readonly userId: string;
}

/**
 * Appends nothing if the person was removed before.
 * @throws Refused SITE_NOT_FOUND, STAFF_NOT_FOUND
 */
export function decideRemoveStaff(state: SiteState, command: RemoveStaff): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  const { siteId, tenantId } = site;
  const { userId } = command;
  if (site.staff.has(userId)) return [{ type: 'StaffRemoved', data: { siteId, tenantId, userId } }];
  if (site.formerStaff.has(userId)) return [];
  throw new Refused('STAFF_NOT_FOUND');
}

interface BlockDistributor {
  readonly tenantId: string | null;
  readonly distributorId: string;
  /** Whether the person has ever claimed a QR of the site or earned there. Other ids are never stored. */
  readonly isKnown: boolean;
}

/**
 * A blocked distributor cannot claim, split or earn on the site. It keeps its claims and earnings.
 * @throws Refused SITE_NOT_FOUND, DISTRIBUTOR_NOT_FOUND
 */
export function decideBlockDistributor(
  state: SiteState,
  command: BlockDistributor & { readonly note: NoteInEvent | typeof NO_NOTE },
): readonly SiteEvent[] {
  const site = siteOfDistributor(state, command);
  const { distributorId, note } = command;
  if (site.blockedDistributors.has(distributorId)) return [];
  const { siteId, tenantId } = site;
  return [{ type: 'DistributorBlocked', data: { siteId, tenantId, distributorId, ...note } }];
}

/** @throws Refused SITE_NOT_FOUND, DISTRIBUTOR_NOT_FOUND */
export function decideUnblockDistributor(state: SiteState, command: BlockDistributor): readonly SiteEvent[] {
  const site = siteOfDistributor(state, command);
  const { distributorId } = command;
  if (!site.blockedDistributors.has(distributorId)) return [];
  const { siteId, tenantId } = site;
  return [{ type: 'DistributorUnblocked', data: { siteId, tenantId, distributorId } }];
}

function siteOfDistributor(state: SiteState, { tenantId, distributorId, isKnown }: BlockDistributor): Site {
  const site = ownSite(state, tenantId);
  if (!isKnown && !site.blockedDistributors.has(distributorId)) throw new Refused('DISTRIBUTOR_NOT_FOUND');
  return site;
}
