import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useQueries } from '@tanstack/react-query';
import type { ApiError } from '../lib/api-error.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { useApiList } from '../lib/use-api.ts';

/** Specification 7. */
const MOST_TRIES = 3;

/** Whether a list that failed so often is asked for again: up to 3 tries, and none after a 403. */
export function triesAgain(failures: number, error: Pick<ApiError, 'status'>): boolean {
  return error.status !== 403 && failures < MOST_TRIES - 1;
}

/** The QRs of the signed-in distributor. */
export function useOwnQrs(enabled: boolean) {
  return useApiList(calls.listOwnQrs, {}, { enabled, retry: triesAgain });
}

type SiteConfig = CallAnswer<typeof calls.ownSiteConfig>;

/** What the signed-in distributor may do on each site of these QRs, by site id: one call for each site. */
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
        // A failure is only logged (specification 8): the buttons stay away.
        if (result.error) console.warn((result.error as ApiError).message);
        const answer = result.data as SiteConfig | undefined;
        if (answer) configs.set(answer.siteId, answer);
      }
      return configs;
    },
  });
}
