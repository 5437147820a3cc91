import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import type { Currency } from '@perktree/contracts/money';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import type { Decider } from '../../decider.ts';

export interface Invitation {
  readonly invitationId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
  /** Single use: the user who has joined by it; null while nobody has. */
  readonly usedBy: string | null;
  readonly isWithdrawn: boolean;
}

/** A site as its stream tells it. */
export interface Site {
  readonly siteId: string;
  readonly tenantId: string;
  /** The account that owns the tenant. */
  readonly ownerId: string;
  readonly name: string;
  readonly currency: Currency;
  readonly configuration: SiteConfiguration;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly invitations: readonly Invitation[];
  /** User ids of those who work there now. */
  readonly staff: ReadonlySet<string>;
  /** User ids of those who once worked there and were removed. */
  readonly formerStaff: ReadonlySet<string>;
  readonly blockedDistributors: ReadonlySet<string>;
}

/** Null: the stream is empty, there is no such site. */
export type SiteState = Site | null;

export const siteDecider: Decider<SiteState, SiteEvent> = {
  initialState: null,
  evolve(site, event, at) {
    if (event.type === 'SiteCreated') {
      const { siteId, tenantId, ownerId, name, currency, configuration } = event.data;
      return {
        ...{ siteId, tenantId, ownerId, name, currency, configuration },
        isActive: true,
        createdAt: at,
        invitations: [],
        staff: new Set(),
        formerStaff: new Set(),
        blockedDistributors: new Set(),
      };
    }
    if (site === null) throw new Error(`${event.type} before SiteCreated`);
    return evolveSite(site, event);
  },
};

function evolveSite(site: Site, event: Exclude<SiteEvent, { type: 'SiteCreated' }>): Site {
  switch (event.type) {
    case 'SiteConfigured':
      return { ...site, name: event.data.name, configuration: event.data.configuration };
    case 'SiteDeactivated':
      return { ...site, isActive: false };
    case 'SiteActivated':
      return { ...site, isActive: true };
    case 'StaffInvited': {
      const { invitationId, tokenHash, expiresAt } = event.data;
      const invitation = { invitationId, tokenHash, expiresAt, usedBy: null, isWithdrawn: false };
      return { ...site, invitations: [...site.invitations, invitation] };
    }
    case 'StaffInvitationWithdrawn':
      return {
        ...site,
        invitations: site.invitations.map((invitation) =>
          invitation.invitationId === event.data.invitationId ? { ...invitation, isWithdrawn: true } : invitation,
        ),
      };
    case 'StaffJoined':
      return {
        ...site,
        staff: withMember(site.staff, event.data.userId),
        formerStaff: withoutMember(site.formerStaff, event.data.userId),
        invitations: site.invitations.map((invitation) =>
          invitation.invitationId === event.data.invitationId
            ? { ...invitation, usedBy: event.data.userId }
            : invitation,
        ),
      };
    case 'StaffRemoved':
      return {
        ...site,
        staff: withoutMember(site.staff, event.data.userId),
        formerStaff: withMember(site.formerStaff, event.data.userId),
      };
    case 'DistributorBlocked':
      return { ...site, blockedDistributors: withMember(site.blockedDistributors, event.data.distributorId) };
    case 'DistributorUnblocked':
      return { ...site, blockedDistributors: withoutMember(site.blockedDistributors, event.data.distributorId) };
  }
}

function withMember(set: ReadonlySet<string>, member: string): ReadonlySet<string> {
  return new Set(set).add(member);
}

function withoutMember(set: ReadonlySet<string>, member: string): ReadonlySet<string> {
  const rest = new Set(set);
  rest.delete(member);
  return rest;
}
