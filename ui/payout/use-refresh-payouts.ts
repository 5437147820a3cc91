import { useQueryClient } from '@tanstack/react-query';

/** Refetches payouts, ledger, totals, balances and rankings, which all change with a payout. */
export function useRefreshPayouts(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}
