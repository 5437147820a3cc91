import { Refused } from '@perktree/contracts/refusals';
import type { Site, SiteState } from './state.ts';

/**
 * The site, for its owner. Another tenant's site is not one's to know of: the same answer as for one that does not exist.
 * @throws Refused SITE_NOT_FOUND
 */
export function ownSite(site: SiteState, tenantId: string | null): Site {
  if (site === null || site.tenantId !== tenantId) throw new Refused('SITE_NOT_FOUND');
  return site;
}
