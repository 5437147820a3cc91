import type { SiteBrand } from '@perktree/contracts/brand/brand';
import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import type { Currency } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { ZoneChange } from '@perktree/contracts/kernel/time-zone';
import type { QrDesign } from '@perktree/contracts/qr/design';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { Fold } from '../../engine/fold.ts';

interface Invitation {
  readonly invitationId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
  /** The user that has joined by it; an invitation is valid once. */
  readonly usedBy: string | null;
  readonly isWithdrawn: boolean;
}

export interface Site {
  readonly siteId: string;
  readonly tenantId: string;
  /** The account that owns the tenant. */
  readonly ownerId: string;
  readonly name: string;
  readonly currency: Currency;
  readonly configuration: SiteConfiguration;
  /** The time zones that it has had, oldest first. */
  readonly timeZones: readonly ZoneChange[];
  /** Null: the owner has not saved one. */
  readonly brand: SiteBrand | null;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly invitations: readonly Invitation[];
  /** User ids. */
  readonly staff: ReadonlySet<string>;
  /** User ids of removed staff. */
  readonly formerStaff: ReadonlySet<string>;
  /** By the id of a root; the design of the site is under the site's id. */
  readonly qrDesigns: ReadonlyMap<string, QrDesign>;
  readonly blockedDistributors: ReadonlySet<string>;
}

/** Null: no such site. */
export type SiteState = Site | null;

export const siteFold: Fold<SiteState, SiteEvent> = {
  initialState: null,
  evolve(site, event, at) {
    if (event.type === 'SiteCreated') {
      const { siteId, tenantId, ownerId, name, currency, configuration } = event.data;
      return {
        siteId,
        tenantId,
        ownerId,
        name,
        currency,
        configuration,
        timeZones: [{ zone: configuration.timeZone, since: Number.NEGATIVE_INFINITY }],
        brand: null,
        isActive: true,
        createdAt: at,
        invitations: [],
        staff: new Set(),
        formerStaff: new Set(),
        blockedDistributors: new Set(),
        qrDesigns: new Map(),
      };
    }
    if (site === null) throw new Error(`${event.type} before SiteCreated`);
    return evolveSite(site, event, at);
  },
};

function evolveSite(site: Site, event: Exclude<SiteEvent, { type: 'SiteCreated' }>, at: string): Site {
  switch (event.type) {
    case 'SiteConfigured': {
      const { name, configuration } = event.data;
      const { timeZone: zone } = configuration;
      const changes = zone === site.configuration.timeZone ? [] : [{ zone, since: Date.parse(at) }];
      return { ...site, name, configuration, timeZones: [...site.timeZones, ...changes] };
    }
    case 'SiteBranded':
      return { ...site, brand: event.data.brand };
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
    case 'QrDesigned': {
      const { rootQrId, siteId, design } = event.data;
      const qrDesigns = new Map(site.qrDesigns);
      if (design === null) qrDesigns.delete(rootQrId ?? siteId);
      else qrDesigns.set(rootQrId ?? siteId, design);
      return { ...site, qrDesigns };
    }
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

/**
 * The site, if it belongs to the tenant. Another tenant's site gets the same answer as one that does not exist.
 * @throws Refused SITE_NOT_FOUND
 */
export function ownSite(site: SiteState, tenantId: string | null): Site {
  if (site === null || site.tenantId !== tenantId) throw new Refused('SITE_NOT_FOUND');
  return site;
}

/** The owner and the staff of a site may confirm its redemptions. */
export function worksAt(site: SiteState, userId: string): site is Site {
  return site !== null && (site.ownerId === userId || site.staff.has(userId));
}

export function counterRole(site: Site, userId: string): 'site_owner' | 'staff' {
  return site.ownerId === userId ? 'site_owner' : 'staff';
}
