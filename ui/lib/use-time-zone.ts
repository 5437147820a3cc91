import { calls } from '@perktree/contracts/catalogue/calls';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { useApi } from './use-api.ts';

/** The time zone of a site or, without one, of the sites in the caller's ledger. */
export function useTimeZone(site: { readonly timeZone: string } | undefined): string {
  const stats = useApi(calls.payoutStats, {}, { enabled: site === undefined });
  return site?.timeZone ?? stats.data?.timeZone ?? UTC;
}
