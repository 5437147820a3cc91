import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { ownSite } from './ownership-rules.ts';
import type { SiteState } from './state.ts';

export interface BlockDistributor {
  readonly tenantId: string | null;
  readonly distributorId: string;
}

/** From now on the distributor can claim nothing on this site. What it has claimed and earned stays. */
export function decideBlockDistributor(state: SiteState, command: BlockDistributor): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  if (site.blockedDistributors.has(command.distributorId)) return [];
  return [{ type: 'DistributorBlocked', data: eventData(site, command) }];
}

export function decideUnblockDistributor(state: SiteState, command: BlockDistributor): readonly SiteEvent[] {
  const site = ownSite(state, command.tenantId);
  if (!site.blockedDistributors.has(command.distributorId)) return [];
  return [{ type: 'DistributorUnblocked', data: eventData(site, command) }];
}

function eventData(site: { siteId: string; tenantId: string }, { distributorId }: BlockDistributor) {
  return { siteId: site.siteId, tenantId: site.tenantId, distributorId };
}
