import { fileStem } from '@perktree/contracts/kernel/file-name';
import type { Session } from '@perktree/platform/http/session';
import pLimit from 'p-limit';
import type { AuditServiceDeps } from '../deps.ts';
import { ownedSite } from '../own-site.ts';
import type { WalkProgress } from '../replay/audit-history.ts';
import { isSmallSite } from '../site-size.ts';
import { reportScopeOf, type ScopeQuery } from './scope.ts';

interface SiteInput {
  readonly params: { readonly siteId: string };
  readonly session: Session;
}

export type SiteWalks = ReturnType<typeof siteWalks>;

/** What all replays of a site's history have in common. */
export function siteWalks(deps: AuditServiceDeps) {
  const isSmall = async ({ params, session }: SiteInput) => {
    await ownedSite(deps, params.siteId, session);
    return isSmallSite(deps.pool, params.siteId);
  };
  return {
    /** One replay at a time: it keeps a core busy, and several would delay other callers. */
    inTurn: pLimit(1),
    isSmall,
    /** Refuses an impossible scope before a file is begun. */
    async isSmallScope(input: SiteInput & { readonly query: ScopeQuery }) {
      const isSmallOne = await isSmall(input);
      await reportScopeOf(deps, input.params.siteId, input.query);
      return isSmallOne;
    },
    namesOf: (ids: readonly (string | null)[]) =>
      deps.accounts.displayNames([...new Set(ids.flatMap((id) => id ?? []))]),
    /** The name of a file about a site. @param period default: the day */
    async nameOf(kind: string, { params, session }: SiteInput, at: Date, period = at.toISOString().slice(0, 10)) {
      const { name } = await ownedSite(deps, params.siteId, session);
      return fileStem([kind, name, period]);
    },
    shareOf:
      (progress: (done: number) => void) =>
      ({ position, head }: WalkProgress) =>
        progress(head === 0n ? 1 : Number(position) / Number(head)),
  };
}
