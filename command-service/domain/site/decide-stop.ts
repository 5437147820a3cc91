import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import { ownSite } from './ownership-rules.ts';
import type { SiteState } from './state.ts';

/** Takes a site out of use: nothing of it can be scanned, redeemed or claimed any more. What was earned stays earned. */
export function decideStopSite(state: SiteState, command: { readonly tenantId: string }): readonly SiteEvent[] {
  const { siteId, tenantId, isActive } = ownSite(state, command.tenantId);
  return isActive ? [{ type: 'SiteDeactivated', data: { siteId, tenantId } }] : [];
}
