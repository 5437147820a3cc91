import { calls } from '@perktree/contracts/http/calls';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeyOf } from '../../lib/query-client.ts';

/** Reads anew what a payout changes. */
export function useRefreshPayouts(): () => void {
  const client = useQueryClient();
  return () => {
    for (const read of [calls.ownPayouts, calls.ledger, calls.payoutStats]) {
      void client.invalidateQueries({ queryKey: queryKeyOf(read) });
    }
  };
}
