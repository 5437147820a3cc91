import type { StoredEvent } from '@perktree/event-store/port';
import history from './history.json' with { type: 'json' };

/**
 * A small history as the first version of the product wrote it, in the order in which it was stored. It is never changed, so
 * that every later version can be shown to read it; types that came later are not in it.
 */
export function firstVersions(): readonly Omit<StoredEvent, 'position'>[] {
  return history;
}
