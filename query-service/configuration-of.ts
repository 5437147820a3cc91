import {
  type SiteConfiguration,
  siteConfigurationSchema,
  withLaterFields,
} from '@perktree/contracts/site-configuration';

/** Texts that are kept; there are about as many as sites, and many sites share the default one. */
const MOST_KEPT = 1_000;
const kept = new Map<string, SiteConfiguration>();

/** A site's configuration, as the read model has it. The same text is read once: it comes with every look at a link. */
export function configurationOf(text: string): SiteConfiguration {
  const known = kept.get(text);
  if (known) return known;
  const configuration = siteConfigurationSchema.parse(withLaterFields(JSON.parse(text)));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, configuration);
  return configuration;
}
