import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAuth } from '../../../lib/auth.tsx';
import { useApi } from '../../../lib/use-api.ts';

/** Another user may have split meanwhile, so a dialog refetches each time it opens. */
const ALWAYS_FRESH = { gcTime: 0, staleTime: 0 } as const;

/** Dialogs show only the QR itself, without its descendants. */
const ALONE = { limit: '1' } as const;

/** The tree of a QR with its available commission, by the path of the active role. No request if `qrId` is null. */
export function useQrTree(siteId: string, qrId: string | null) {
  const asDistributor = useAuth().role === 'distributor';
  const id = qrId ?? '';
  const bySite = useApi(
    calls.qrTree,
    { params: { siteId, qrId: id }, query: ALONE },
    { ...ALWAYS_FRESH, enabled: qrId !== null && !asDistributor },
  );
  const own = useApi(
    calls.ownQrTree,
    { params: { qrId: id }, query: ALONE },
    { ...ALWAYS_FRESH, enabled: qrId !== null && asDistributor },
  );
  return asDistributor ? own : bySite;
}

/** Refetches lists and trees after a create, split or edit. */
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
