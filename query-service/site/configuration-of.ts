import {
  type SiteConfiguration,
  siteConfigurationSchema,
  withLaterSettings,
} from '@perktree/contracts/site/configuration';
import { LRUCache } from 'lru-cache';

/** Most cached configurations: about one a site, and many sites share the default one. */
const MAX_KEPT = 1_000;
const kept = new LRUCache<string, SiteConfiguration>({ max: MAX_KEPT });

/** Parses a site's configuration. Parsed texts are cached, because every link view needs one. */
export function configurationOf(text: string): SiteConfiguration {
  const known = kept.get(text);
  if (known) return known;
  const configuration = siteConfigurationSchema.parse(withLaterSettings(JSON.parse(text)));
  kept.set(text, configuration);
  return configuration;
}
