import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { ZoneChange } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { EventStore } from '@perktree/event-store/port';

/** The time zones that a site has had, oldest first: from its events, so that closing a month again gives the same month. */
export async function zonesOfSite(
  store: Pick<EventStore, 'readStream'>,
  siteId: string,
): Promise<readonly ZoneChange[]> {
  const zones: ZoneChange[] = [];
  for (const stored of await store.readStream(streams.site(siteId))) {
    if (stored.type !== 'SiteCreated' && stored.type !== 'SiteConfigured') continue;
    const { fact, metadata } = decodeEvent(stored);
    if (fact.type !== 'SiteCreated' && fact.type !== 'SiteConfigured') continue;
    const zone = fact.data.configuration.timeZone;
    if (zone === zones.at(-1)?.zone) continue;
    const since = zones.length === 0 ? Number.NEGATIVE_INFINITY : Date.parse(metadata.recordedAt);
    zones.push({ zone, since });
  }
  return zones.length === 0 ? [{ zone: UTC, since: Number.NEGATIVE_INFINITY }] : zones;
}
