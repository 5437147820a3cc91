import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/use-api.ts';

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

interface SiteRights {
  readonly canSplit: boolean;
  readonly canCreateTopLevel: boolean;
  readonly isBlocked: boolean;
}

/** What a distributor may do with listed QR codes. The server enforces it. */
export function distributorRights(sites: ReadonlyMap<string, SiteRights>) {
  const siteOf = (qr: QrAnswer) => sites.get(qr.siteId);
  // A root that the distributor created but has not claimed is read-only.
  const isWithinClaims = (qr: QrAnswer) => qr.isMine || (!qr.isClaimed && qr.parentQrId !== null);
  return {
    split: (qr: QrAnswer) => siteOf(qr)?.canSplit === true && isWithinClaims(qr),
    /** A distributor may create top-level QR codes, but no sibling of a claimed child. */
    sibling: (qr: QrAnswer) => siteOf(qr)?.canCreateTopLevel === true && qr.isMine && qr.parentQrId === null,
    edit: (qr: QrAnswer) => qr.isMine && siteOf(qr)?.isBlocked !== true,
  };
}
