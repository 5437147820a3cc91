import { DAY_MS } from '@perktree/contracts/durations';
import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { ownSite } from './ownership-rules.ts';
import type { SiteState } from './state.ts';

/** An invitation can be accepted for so long. */
export const INVITATION_DAYS = 7;

export interface InviteStaff {
  readonly tenantId: string | null;
  readonly invitationId: string;
  /** SHA-256 of the link's token: whoever reads the events cannot join by them. */
  readonly tokenHash: string;
  readonly now: string;
}

export function decideInviteStaff(state: SiteState, command: InviteStaff): readonly SiteEvent[] {
  const { siteId, tenantId } = ownSite(state, command.tenantId);
  const { invitationId, tokenHash } = command;
  const expiresAt = new Date(Date.parse(command.now) + INVITATION_DAYS * DAY_MS).toISOString();
  return [{ type: 'StaffInvited', data: { siteId, tenantId, invitationId, tokenHash, expiresAt } }];
}

export interface WithdrawInvitation {
  readonly tenantId: string | null;
  readonly invitationId: string;
}

/**
 * Makes an invitation worthless. One that was withdrawn before, or has been accepted, leaves nothing to do.
 * @throws Refused INVITATION_NOT_FOUND for one that the site has never made
 */
export function decideWithdrawInvitation(state: SiteState, command: WithdrawInvitation): readonly SiteEvent[] {
  const { siteId, tenantId, invitations } = ownSite(state, command.tenantId);
  const invitation = invitations.find(({ invitationId }) => invitationId === command.invitationId);
  if (!invitation) throw new Refused('INVITATION_NOT_FOUND');
  if (invitation.isWithdrawn || invitation.usedBy !== null) return [];
  return [{ type: 'StaffInvitationWithdrawn', data: { siteId, tenantId, invitationId: invitation.invitationId } }];
}

export interface AcceptInvitation {
  readonly userId: string;
  readonly tokenHash: string;
  /** Who earns from redemptions of a site does not confirm them, so may not work at its counter (domain.md 8, 11). */
  readonly holdsClaims: boolean;
  /** The invited address is verified, and another account's. */
  readonly isForOther: boolean;
  readonly now: string;
}

/**
 * Joins the staff. Whoever has joined by this very invitation gets the same answer again; the site's owner needs no
 * invitation, and staff no second one.
 * @throws Refused INVITATION_INVALID, INVITATION_FOR_OTHER_ACCOUNT, ALREADY_STAFF, STAFF_HOLDS_CLAIMS
 */
export function decideAcceptInvitation(site: SiteState, command: AcceptInvitation): readonly SiteEvent[] {
  const { userId, tokenHash, now } = command;
  const invitation = site?.invitations.find((candidate) => candidate.tokenHash === tokenHash);
  if (!site || !invitation) throw new Refused('INVITATION_INVALID');
  const isOnStaff = site.staff.has(userId);
  if (isOnStaff && invitation.usedBy === userId) return [];
  if (invitation.isWithdrawn || invitation.usedBy !== null || Date.parse(now) >= Date.parse(invitation.expiresAt)) {
    throw new Refused('INVITATION_INVALID');
  }
  if (command.isForOther) throw new Refused('INVITATION_FOR_OTHER_ACCOUNT');
  if (isOnStaff || userId === site.ownerId) throw new Refused('ALREADY_STAFF');
  if (command.holdsClaims) throw new Refused('STAFF_HOLDS_CLAIMS');
  const { siteId, tenantId } = site;
  return [{ type: 'StaffJoined', data: { siteId, tenantId, invitationId: invitation.invitationId, userId } }];
}

export interface RemoveStaff {
  readonly tenantId: string | null;
  readonly userId: string;
}

/**
 * Removes somebody from the staff. For somebody who was removed before there is nothing left to do.
 * @throws Refused STAFF_NOT_FOUND for somebody who has never been on it
 */
export function decideRemoveStaff(state: SiteState, command: RemoveStaff): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  const { siteId, tenantId } = site;
  const { userId } = command;
  if (site.staff.has(userId)) return [{ type: 'StaffRemoved', data: { siteId, tenantId, userId } }];
  if (site.formerStaff.has(userId)) return [];
  throw new Refused('STAFF_NOT_FOUND');
}
