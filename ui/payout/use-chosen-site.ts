import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useSearchParams } from 'react-router-dom';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { withParameters } from '../lib/with-parameters.ts';

/** The site of the payout panels: `?site=` of the address, else the newest site. */
export function useChosenSite() {
  const [query, setQuery] = useSearchParams();
  const newest = useNewestSites();
  const named = useSiteOf(query.get('site') ?? '');
  const site: SiteAnswer | null = named.data?.[0] ?? (named.isLoading ? null : (newest.data?.[0] ?? null));
  return {
    site,
    newest,
    isLoading: named.isLoading || newest.isLoading,
    isOneOfSeveral: (newest.data?.length ?? 0) > 1,
    pick: (id: string) => setQuery((before) => withParameters(before, { site: id })),
  };
}
