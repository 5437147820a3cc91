import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { CommandHandler } from '../command-handler.ts';
import { type Site, type SiteState, siteDecider } from '../domain/site/state.ts';

/** Whether somebody may confirm redemptions of a site: its owner, or its staff, as of now (domain.md 6). */
export function worksAt(site: SiteState, userId: string): site is Site {
  return site !== null && (site.ownerId === userId || site.staff.has(userId));
}

/** In which role somebody confirms at a site. */
export function counterRole(site: Site, userId: string): 'site_owner' | 'staff' {
  return site.ownerId === userId ? 'site_owner' : 'staff';
}

/**
 * Of the given sites those at which a user may type codes.
 * @throws Refused NOT_ALLOWED where the user works at none, CODE_ENTRY_NOT_ALLOWED where none takes codes
 */
export async function codeCounters(
  handler: CommandHandler,
  siteIds: readonly string[],
  userId: string,
): Promise<readonly Site[]> {
  const loaded = await Promise.all(siteIds.map((siteId) => handler.load(streams.site(siteId), siteDecider)));
  const workplaces = loaded.map(({ state }) => state).filter((site) => worksAt(site, userId));
  if (workplaces.length === 0) throw new Refused('NOT_ALLOWED');
  const counters = workplaces.filter((site) => site.configuration.staffCanRedeemWithCode);
  if (counters.length === 0) throw new Refused('CODE_ENTRY_NOT_ALLOWED');
  return counters;
}
