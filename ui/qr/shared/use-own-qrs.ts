import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';

const MAX_ATTEMPTS = 3;

/** Up to 3 attempts, and no retry after a 403. */
export function shouldRetry(failures: number, error: Pick<ApiError, 'status'>): boolean {
  return error.status !== 403 && failures < MAX_ATTEMPTS - 1;
}

type SiteConfig = CallAnswer<typeof calls.ownSiteConfig>;

/** Rights of the signed-in distributor by site id, with one call for each site. */
export function useOwnSiteConfigs(qrs: readonly QrAnswer[]): ReadonlyMap<string, SiteConfig> {
  const firstOfSite = new Map<string, string>();
  for (const qr of qrs) if (!firstOfSite.has(qr.siteId)) firstOfSite.set(qr.siteId, qr.id);
  return useQueries({
    queries: [...firstOfSite.values()].map((qrId) => ({
      queryKey: queryKeyOf(calls.ownSiteConfig, { params: { qrId } }),
    })),
    combine: (results) => {
      const configs = new Map<string, SiteConfig>();
      for (const result of results) {
        // On failure the buttons stay hidden; the error is only logged.
        if (result.error) console.warn((result.error as ApiError).message);
        const answer = result.data as SiteConfig | undefined;
        if (answer) configs.set(answer.siteId, answer);
      }
      return configs;
    },
  });
}
