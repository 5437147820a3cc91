import { useQueryClient } from '@tanstack/react-query';

/** Reads every visible figure again: payouts, ledger, totals, balances and rankings all change with a payout. */
export function useRefreshPayouts(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}
