import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { ownSite } from './ownership-rules.ts';
import type { Site, SiteState } from './state.ts';

export interface BlockDistributor {
  readonly tenantId: string | null;
  readonly distributorId: string;
  /** Whether the person has ever had a QR of the site or earned there. Other ids are not written down. */
  readonly isKnown: boolean;
}

/**
 * From now on the distributor claims, splits and earns nothing on this site (domain.md 8). What it has claimed and earned
 * stays, and it can be unblocked.
 * @throws Refused SITE_NOT_FOUND, DISTRIBUTOR_NOT_FOUND
 */
export function decideBlockDistributor(
  state: SiteState,
  command: BlockDistributor & { readonly noteId: string | null },
): readonly SiteEvent[] {
  const site = distributorsSite(state, command);
  const { distributorId, noteId } = command;
  if (site.blockedDistributors.has(distributorId)) return [];
  const { siteId, tenantId } = site;
  return [{ type: 'DistributorBlocked', data: { siteId, tenantId, distributorId, noteId } }];
}

/** @throws Refused SITE_NOT_FOUND, DISTRIBUTOR_NOT_FOUND */
export function decideUnblockDistributor(state: SiteState, command: BlockDistributor): readonly SiteEvent[] {
  const site = distributorsSite(state, command);
  const { distributorId } = command;
  if (!site.blockedDistributors.has(distributorId)) return [];
  const { siteId, tenantId } = site;
  return [{ type: 'DistributorUnblocked', data: { siteId, tenantId, distributorId } }];
}

function distributorsSite(state: SiteState, { tenantId, distributorId, isKnown }: BlockDistributor): Site {
  const site = ownSite(state, tenantId);
  if (!isKnown && !site.blockedDistributors.has(distributorId)) throw new Refused('DISTRIBUTOR_NOT_FOUND');
  return site;
}
