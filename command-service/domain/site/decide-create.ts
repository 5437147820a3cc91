import type { SiteEvent } from '@perktree/contracts/events/catalogue';
import type { Currency } from '@perktree/contracts/money';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import type { SiteState } from './state.ts';

export interface CreateSite {
  readonly siteId: string;
  readonly tenantId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly currency: Currency;
}

/** A site begins with the default configuration (specification 9). */
export function decideCreateSite(site: SiteState, command: CreateSite): readonly SiteEvent[] {
  if (site) return [];
  return [{ type: 'SiteCreated', data: { ...command, configuration: DEFAULT_SITE_CONFIGURATION } }];
}
