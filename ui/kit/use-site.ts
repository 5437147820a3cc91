import { calls } from '@perktree/contracts/catalogue/calls';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ApiError } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { withParameters } from '../lib/list-state.ts';
import { queryKeyOf, useApi } from '../lib/use-api.ts';

type Sites = UseQueryResult<SiteAnswer[], ApiError>;

const oneSite = (siteId: string) => ({ query: { ids: siteId, limit: '1' } });
export const siteKey = (siteId: string) => queryKeyOf(calls.listSites, oneSite(siteId));

/** The user's site with this id, as a list of one site or none. */
export const useSiteOf = (siteId: string): Sites =>
  useApi(calls.listSites, oneSite(siteId), { enabled: siteId !== '' });

export const useSite = (siteId: string): SiteAnswer | undefined => useSiteOf(siteId).data?.[0];

/** The newest sites: enough to know whether there are none, one or several. */
export const useNewestSites = (options: { readonly enabled?: boolean } = {}): Sites =>
  useApi(calls.listSites, { query: { limit: '2' } }, options);

/** The site of a screen's panels: `?site=` of the address, else the newest site. */
export function useChosenSite() {
  const [query, setQuery] = useSearchParams();
  const newest = useNewestSites();
  const named = useSiteOf(query.get('site') ?? '');
  return {
    site: named.data?.[0] ?? (named.isLoading ? null : (newest.data?.[0] ?? null)),
    newest,
    isOneOfSeveral: (newest.data?.length ?? 0) > 1,
    pick: (site: string) => setQuery((before) => withParameters(before, { site })),
  };
}

/** The time zone of a site or, without one, of the sites in the caller's ledger. */
export function useTimeZone(site: { readonly timeZone: string } | undefined): string {
  const stats = useApi(calls.payoutStats, {}, { enabled: site === undefined });
  return site?.timeZone ?? stats.data?.timeZone ?? UTC;
}

/** Shown for accounts without an e-mail address. */
const PLACEHOLDER_EMAIL = 'demo@perktree.example';

/** Name, e-mail and role as the sidebar and user menus show them. Null when signed out. */
export function usePerson(): { name: string; email: string; role: string; initials: string } | null {
  const { t } = useTranslation('common');
  const { user, role } = useAuth();
  if (user === null || role === null) return null;
  // A distributor counts as a customer for this label.
  const isCustomer = role === 'customer' || role === 'distributor';
  const full = user.firstName && user.lastName ? `${user.firstName} ${user.lastName}` : null;
  const email = user.email || PLACEHOLDER_EMAIL;
  return {
    name: full ?? t(isCustomer ? 'role.customer' : 'role.site_owner'),
    email,
    role: t(`role.${role}`),
    initials: full
      ? `${user.firstName?.charAt(0)}${user.lastName?.charAt(0)}`.toUpperCase()
      : email.charAt(0).toUpperCase(),
  };
}
