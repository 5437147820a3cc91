import { calls } from '@perktree/contracts/http/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';

/** Somebody else may have split meanwhile: a dialog asks anew each time it opens, whatever is cached. */
const ALWAYS_FRESH = { gcTime: 0, staleTime: 0 } as const;

/** A QR's tree, by the path of the active role; what is left of its commission is in it. Nothing where `qrId` is null. */
export function useQrTree(siteId: string, qrId: string | null) {
  const asDistributor = useAuth().role === 'distributor';
  const id = qrId ?? '';
  const bySite = useApi(
    calls.qrTree,
    { params: { siteId, qrId: id } },
    { ...ALWAYS_FRESH, enabled: qrId !== null && !asDistributor },
  );
  const own = useApi(
    calls.ownQrTree,
    { params: { qrId: id } },
    { ...ALWAYS_FRESH, enabled: qrId !== null && asDistributor },
  );
  return asDistributor ? own : bySite;
}

/** Lists and trees are read anew after each create, split or edit (specification 7). */
export function useRefreshQrs(): (siteId: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (siteId) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['/api', 'sites', siteId, 'qrs'] }),
        client.invalidateQueries({ queryKey: ['/api', 'distributors', 'me', 'qrs'] }),
      ]);
    },
    [client],
  );
}
