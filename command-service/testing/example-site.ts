import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { deriveUuid } from '../engine/command.ts';
import { decideCreateSite } from '../site/decisions/configure-site.ts';
import { type Site, siteFold } from '../site/decisions/state.ts';
import { given } from './given.ts';

export const NOW = '2026-05-01T10:00:00.000Z';
export const ids = {
  site: deriveUuid('example', 'site'),
  tenant: deriveUuid('example', 'tenant'),
  otherTenant: deriveUuid('example', 'other tenant'),
};
export const OWNER = 'owner';

/** A site in EUR with the default configuration and the given changes. */
export function exampleSite(configuration: Partial<SiteConfiguration> = {}, change: Partial<Site> = {}): Site {
  const created = decideCreateSite(null, {
    siteId: ids.site,
    tenantId: ids.tenant,
    ownerId: OWNER,
    name: 'Harbour Café',
    currency: 'EUR',
  });
  const site = given(siteFold, created, NOW);
  if (site === null) throw new Error('no site');
  return { ...site, ...change, configuration: { ...DEFAULT_SITE_CONFIGURATION, ...configuration } };
}
